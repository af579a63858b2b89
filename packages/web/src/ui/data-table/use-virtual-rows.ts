import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'

const VIRTUAL_ABOVE = 200
const DEFAULT_ROW_HEIGHT = 33

interface VirtualRows {
  shown: number[]
  before: number
  after: number
  scrollToIndex: (index: number) => void
}

/** Rows to render: all up to 200, otherwise those in view. */
export const useVirtualRows = (
  count: number,
  scroller: RefObject<HTMLElement | null>,
  rowHeight = DEFAULT_ROW_HEIGHT,
): VirtualRows => {
  const isVirtual = count > VIRTUAL_ABOVE
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const scrollToIndex = useCallback(
    (index: number) => {
      if (isVirtual) virtualizer.scrollToIndex(index, { align: 'auto' })
      else scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' })
    },
    [isVirtual, virtualizer, scroller],
  )
  if (!isVirtual)
    return { shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, scrollToIndex }
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  return {
    shown: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: last ? virtualizer.getTotalSize() - last.end : 0,
    scrollToIndex,
  }
}
