import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Tabs in a row; where it is too narrow for all of them, the selected one is brought into view. */
export const TabList = (props: TabsListProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    if (row === null) return undefined
    const reveal = () => revealSelected(row)
    const size = new ResizeObserver(reveal)
    size.observe(row)
    // Another one is selected, or counts that load later make the tabs wider
    const content = new MutationObserver(reveal)
    content.observe(row, { subtree: true, childList: true, attributeFilter: ['aria-selected'] })
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [])
  return <Tabs.List ref={list} {...props} />
}

function revealSelected(row: HTMLElement): void {
  const selected = row.querySelector('[aria-selected="true"]')
  if (selected === null) return
  const [tab, room] = [selected.getBoundingClientRect(), row.getBoundingClientRect()]
  if (tab.left < room.left) row.scrollLeft += tab.left - room.left
  else if (tab.right > room.right) row.scrollLeft += tab.right - room.right
}
