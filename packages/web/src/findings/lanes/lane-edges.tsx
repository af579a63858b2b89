import type { LanesModel } from '@omen/charts'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import { zoomAtom } from '../state/range-atoms.ts'
import { type Edge, edgeKey, withEdge } from './edge-model.ts'
import styles from './lanes.module.css'

interface LaneEdgesProps {
  model: LanesModel
  analysis: Analysis
  /** The time shown. */
  range: Range
}

/** Keys that rest so long have ended their gesture. */
const REST_MS = 400
/** Between the edges of a short time. */
const MIN_PX = 16

/** The two edges of the time shown, to be dragged or moved by keys. The charts follow once, at the end. */
export const LaneEdges = ({ model, analysis, range }: LaneEdgesProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { moved, move, settle } = useMovedRange(analysis, range)
  const shown = moved ?? range
  const bounds = { full: { from: analysis.from, to: analysis.to }, stepMs: analysis.intervalMs ?? 1 }
  const onMove = (event: PointerEvent<HTMLElement>, edge: Edge) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box) move(withEdge(shown, edge, model.timeAt(event.clientX - box.left - model.left), bounds))
  }
  const onKey = (event: KeyboardEvent, edge: Edge) => {
    const at = edgeKey(event.key, shown[edge], model.timeAt(1) - model.timeAt(0), bounds)
    if (at === null) return
    event.preventDefault()
    event.stopPropagation()
    move(withEdge(shown, edge, at, bounds))
    settle(REST_MS)
  }
  const place = placesOf(model, shown)
  const start = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => keepFocus(start.current?.parentElement ?? null), [])
  return (
    <>
      {moved !== null && (
        <div
          className={styles.brush}
          data-part="moved"
          style={{ left: place.from, width: place.to - place.from, height: model.bottom }}
        />
      )}
      {(['from', 'to'] as const).map((edge) => (
        <div
          key={edge}
          ref={edge === 'from' ? start : undefined}
          role="slider"
          tabIndex={0}
          className={styles.edge}
          data-edge={edge}
          style={{ left: place[edge], height: model.bottom }}
          aria-label={t(`analysis.lanes.edge.${edge}`)}
          aria-orientation="horizontal"
          aria-valuemin={edge === 'from' ? analysis.from : shown.from}
          aria-valuemax={edge === 'from' ? shown.to : analysis.to}
          aria-valuenow={shown[edge]}
          aria-valuetext={format.dateTime(shown[edge])}
          onPointerDown={(event) => {
            event.stopPropagation()
            if (event.button !== 0) return
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={(event) => onMove(event, edge)}
          onPointerUp={() => settle(0)}
          onPointerCancel={() => settle(0)}
          onKeyDown={(event) => onKey(event, edge)}
        />
      ))}
    </>
  )
}

/** When the edges leave with the focus on one, the lanes get it. */
const keepFocus = (box: HTMLElement | null) => () => {
  if (document.activeElement?.getAttribute('role') === 'slider' && box?.contains(document.activeElement))
    box.closest('section')?.focus({ preventScroll: true })
}

/** Where the edges stand, far enough apart that each can be grasped. */
const placesOf = (model: LanesModel, shown: Range): Record<Edge, number> => {
  const [from, to] = [Math.max(0, model.xOf(shown.from)), Math.min(model.plotWidth, model.xOf(shown.to))]
  const lacking = Math.max(0, MIN_PX - (to - from)) / 2
  return { from: model.left + from - lacking, to: model.left + to + lacking }
}

/** A range that is being moved; the page shows it after a rest. */
const useMovedRange = ({ from, to }: Analysis, range: Range) => {
  const zoom = useSetAtom(zoomAtom)
  const [moved, setMoved] = useState<Range | null>(null)
  const latest = useRef<Range | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const move = (next: Range | null) => {
    latest.current = next
    setMoved(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time shown ends the gesture
  useEffect(() => {
    latest.current = null
    setMoved(null)
    return () => clearTimeout(timer.current)
  }, [range.from, range.to])
  const settle = (afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const next = latest.current
      if (next !== null) zoom({ from, to }, next, 'drag')
      // Where the time shown is the same as before, nothing else ends the gesture.
      move(null)
    }, afterMs)
  }
  return { moved, move, settle }
}
