import { type LanesModel, laneHit } from '@omen/charts'
import { type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Range } from '../../lib/address/url-codecs.ts'
import styles from './lanes.module.css'

export type LaneHit = ReturnType<typeof laneHit>

interface LanePointerProps {
  model: LanesModel
  /** Whether a click there does something. */
  isTarget: (hit: LaneHit) => boolean
  onPick: (hit: LaneHit) => void
  onBrush: (range: Range) => void
  /** Beside the pointer, over what is found. */
  tip: (hit: LaneHit, at: { x: number; y: number }) => ReactNode
}

const DRAG_PX = 4

/** The pointer over lanes: hovering tells, a click picks, a drag brushes a time. */
export const LanePointer = ({ model, isTarget, onPick, onBrush, tip }: LanePointerProps) => {
  const start = useRef<number | null>(null)
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const [brush, setBrush] = useState<[number, number] | null>(null)
  const hit = useMemo(() => (at === null ? null : laneHit(model, at.x, at.y)), [model, at])
  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const onDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = pointOf(event).x
  }
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const point = pointOf(event)
    setAt(point)
    const from = start.current
    if (from !== null && (brush !== null || Math.abs(point.x - from) > DRAG_PX))
      setBrush([Math.min(from, point.x), Math.max(from, point.x)])
  }
  const onUp = (event: PointerEvent<HTMLElement>) => {
    const point = pointOf(event)
    start.current = null
    setBrush(null)
    if (brush !== null)
      return onBrush({ from: model.timeAt(brush[0] - model.left), to: model.timeAt(brush[1] - model.left) })
    const picked = laneHit(model, point.x, point.y)
    if (isTarget(picked)) onPick(picked)
  }
  return (
    <>
      <div
        className={styles.surface}
        data-hit={(hit !== null && isTarget(hit)) || undefined}
        data-part="lanes"
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={() => {
          start.current = null
          setBrush(null)
        }}
        onPointerLeave={() => setAt(null)}
      />
      {brush !== null && (
        <div className={styles.brush} style={{ left: brush[0], width: brush[1] - brush[0], height: model.bottom }} />
      )}
      {at !== null && hit !== null && brush === null && tip(hit, at)}
    </>
  )
}
