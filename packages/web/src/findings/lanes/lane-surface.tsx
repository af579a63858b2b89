import { type LanesModel, laneHit } from '@omen/charts'
import { useSetAtom } from 'jotai'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Analysis } from '../analysis.ts'
import { zoomAtom } from '../state/range-atoms.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { LaneTip } from './lane-tip.tsx'
import styles from './lanes.module.css'

interface LaneSurfaceProps {
  model: LanesModel
  analysis: Analysis
  selection: IncidentSelection
}

const dragPx = 4

/** The pointer over the lanes: hovering tells, a click selects an incident, a drag a time. Keys go from incident to incident. */
export const LaneSurface = ({ model, analysis, selection }: LaneSurfaceProps) => {
  const zoom = useSetAtom(zoomAtom)
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
    if (from !== null && (brush !== null || Math.abs(point.x - from) > dragPx))
      setBrush([Math.min(from, point.x), Math.max(from, point.x)])
  }
  const onUp = (event: PointerEvent<HTMLElement>) => {
    const point = pointOf(event)
    start.current = null
    setBrush(null)
    if (brush !== null) {
      const full = { from: analysis.from, to: analysis.to }
      zoom(full, { from: model.timeAt(brush[0] - model.left), to: model.timeAt(brush[1] - model.left) }, 'drag')
      return
    }
    const { id } = laneHit(model, point.x, point.y)
    if (id !== null) selection.select(id)
  }
  return (
    <>
      <div
        className={styles.surface}
        data-hit={(hit?.id ?? null) !== null || undefined}
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
      {at !== null && hit !== null && hit.id !== null && brush === null && (
        <LaneTip analysis={analysis} id={hit.id} lane={hit.lane} at={at} width={model.width} />
      )}
    </>
  )
}
