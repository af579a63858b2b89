import type { CountBarsModel } from '@omen/charts'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { cursorAtom } from '../state/log-atoms.ts'
import { barOfKey } from './snap-range.ts'
import styles from './timeline.module.css'

interface TimelineSurfaceProps {
  model: CountBarsModel
  label: string
  /** What a bar says, to be read aloud. */
  textOf: (bar: number) => string
  /** Bars from one to another: a click gives the same twice. */
  onChoose: (from: number, to: number) => void
  /** Beside the pointer, over what it points at. */
  tip: (bar: number) => ReactNode
}

const DRAG_PX = 4
const TIP_WIDTH = 240

/** Pointer and keys over a timeline: hovering tells, a click chooses a bar, a drag or Shift with an arrow several. */
export const TimelineSurface = ({ model, label, textOf, onChoose, tip }: TimelineSurfaceProps) => {
  const start = useRef<number | null>(null)
  const [x, setX] = useState<number | null>(null)
  const [drag, setDrag] = useState<[number, number] | null>(null)
  const [cursor, setCursor] = useState<{ at: number; anchor: number } | null>(null)
  const share = useSetAtom(cursorAtom)
  const count = model.bars.length
  const point = (at: number | null) => {
    setX(at)
    share(at === null ? null : { x: model.at(at), seriesName: '' })
  }
  const xOf = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const at = xOf(event)
    point(at)
    const from = start.current
    if (from !== null && (drag !== null || Math.abs(at - from) > DRAG_PX)) setDrag([from, at])
  }
  const onUp = (event: PointerEvent<HTMLElement>) => {
    const from = start.current
    start.current = null
    setDrag(null)
    if (from !== null) onChoose(model.bucketAt(from), model.bucketAt(xOf(event)))
  }
  const onKey = (event: KeyboardEvent) => {
    const now = cursor ?? { at: count - 1, anchor: count - 1 }
    const next = barOfKey(event.key, now.at, count)
    if (next !== null) {
      setCursor({ at: next, anchor: event.shiftKey ? now.anchor : next })
      const { x: left = 0, width = 0 } = model.bars[next] ?? {}
      share({ x: model.at(left + width / 2), seriesName: '' })
    } else if (event.key === 'Enter') onChoose(now.anchor, now.at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    start.current = null
    setDrag(null)
  }
  const pointed = x === null ? null : model.bucketAt(x)
  const chosen = drag ? [model.bucketAt(drag[0]), model.bucketAt(drag[1])] : cursor ? [cursor.anchor, cursor.at] : null
  return (
    <>
      <div
        className={styles.surface}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={(cursor?.at ?? count - 1) + 1}
        aria-valuetext={textOf(cursor?.at ?? count - 1)}
        data-part="timeline"
        onKeyDown={onKey}
        onFocus={(event) =>
          event.currentTarget.matches(':focus-visible') && setCursor({ at: count - 1, anchor: count - 1 })
        }
        onBlur={() => {
          setCursor(null)
          share(null)
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId)
          start.current = xOf(event)
          setCursor(null)
        }}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={stop}
        onPointerLeave={() => point(null)}
      />
      {chosen !== null && <Brush model={model} from={chosen[0] ?? 0} to={chosen[1] ?? 0} />}
      {pointed !== null && drag === null && (
        <div className={styles.tip} style={{ left: tipLeft(x ?? 0, model.width), width: TIP_WIDTH }} aria-hidden>
          {tip(pointed)}
        </div>
      )}
      {pointed === null && cursor !== null && (
        <div
          className={styles.tip}
          style={{ left: tipLeft(model.bars[cursor.at]?.x ?? 0, model.width), width: TIP_WIDTH }}
          aria-hidden
        >
          {tip(cursor.at)}
        </div>
      )}
    </>
  )
}

const tipLeft = (x: number, width: number): number =>
  x + 16 + TIP_WIDTH > width ? Math.max(0, x - 16 - TIP_WIDTH) : x + 16

const Brush = ({ model, from, to }: { model: CountBarsModel; from: number; to: number }) => {
  const [first, last] = [model.bars[Math.min(from, to)], model.bars[Math.max(from, to)]]
  if (first === undefined || last === undefined) return null
  return (
    <div
      className={styles.brush}
      style={{ left: first.x, width: Math.max(2, last.x + last.width - first.x), height: model.base }}
    />
  )
}
