import { useCallback, useMemo, useState } from 'react'
import type { TimeDomain } from '../model/chart-types.ts'
import {
  backZoom,
  createZoomStack,
  currentDomain,
  pushZoom,
  withFullDomain,
  type ZoomSource,
  type ZoomStack,
} from './zoom-stack.ts'

export interface ZoomControl {
  domain: TimeDomain
  isZoomed: boolean
  zoom: (domain: TimeDomain, source?: ZoomSource) => void
  back: () => void
  reset: () => void
}

/** A zoom stack for one chart, or for all charts of a page that are zoomed together. */
export function useZoomStack(full: TimeDomain): ZoomControl {
  const [stored, setStack] = useState<ZoomStack>(() => createZoomStack(full))
  const { from, to } = full
  const stack = useMemo(() => withFullDomain(stored, { from, to }), [stored, from, to])
  const zoom = useCallback(
    (domain: TimeDomain, source: ZoomSource = 'drag') =>
      setStack((old) => pushZoom(withFullDomain(old, { from, to }), domain, source, performance.now())),
    [from, to],
  )
  const back = useCallback(() => setStack(backZoom), [])
  const reset = useCallback(() => setStack((old) => ({ ...old, entries: [] })), [])
  const domain = useMemo(() => currentDomain(stack), [stack])
  return { domain, isZoomed: stack.entries.length > 0, zoom, back, reset }
}
