import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { TimeDomain } from '../model/chart-types.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { scaleDomain, shiftDomain, type ZoomSource } from '../zoom/zoom-stack.ts'

const DRAG_THRESHOLD_PX = 4
const WHEEL_SPEED = 0.002
/** A wheel that rests so long has ended its gesture. */
const WHEEL_REST_MS = 250

interface PlotPoint {
  x: number
  y: number
}

interface Drag {
  kind: 'zoom' | 'pan' | 'scrub'
  startX: number
  domain: TimeDomain
  hasMoved: boolean
}

export interface GestureHandlers {
  onHover: (point: PlotPoint) => void
  onLeave: () => void
  onTap: (point: PlotPoint) => void
  /** Once a gesture, at its end. */
  onZoom: (domain: TimeDomain, source: ZoomSource) => void
  /** While a pan, a pinch, a wheel or a key is under way; null where it is given up. Returns what the limits leave of the domain. */
  onPreview: (domain: TimeDomain | null) => TimeDomain | null
}

export interface Gestures {
  /** The dragged interval, in plot px. */
  brush: [number, number] | null
  isPanning: boolean
  /** A view that follows a key held; the page follows once it is let go. */
  moving: Moving
  cancel: () => boolean
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: () => void
    onPointerLeave: (event: PointerEvent<HTMLElement>) => void
  }
}

function pointIn(event: { clientX: number; clientY: number; currentTarget: EventTarget }, model: PlotModel): PlotPoint {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
  return { x: event.clientX - box.left - model.margin.left, y: event.clientY - box.top - model.margin.top }
}

/** A view that follows a gesture; the page follows at its end. */
interface Moving {
  /** Where the gesture stands, or where it would begin. */
  domain: () => TimeDomain
  show: (domain: TimeDomain, source: ZoomSource) => void
  /** False if no view was moving. */
  settle: () => boolean
  cancel: () => boolean
}

function useMoving(model: PlotModel, on: GestureHandlers): Moving {
  const latest = useRef({ model, on })
  useEffect(() => {
    latest.current = { model, on }
  })
  const at = useRef<{ domain: TimeDomain; source: ZoomSource } | null>(null)
  return useMemo(
    () => ({
      domain: () => at.current?.domain ?? latest.current.model.domain,
      show: (domain, source) => {
        at.current = { domain: latest.current.on.onPreview(domain) ?? domain, source }
      },
      settle: () => {
        const ended = at.current
        at.current = null
        if (ended !== null) latest.current.on.onZoom(ended.domain, ended.source)
        return ended !== null
      },
      cancel: () => {
        const wasMoving = at.current !== null
        at.current = null
        if (wasMoving) latest.current.on.onPreview(null)
        return wasMoving
      },
    }),
    [],
  )
}

const timeIn = ({ plotWidth }: PlotModel, { from, to }: TimeDomain, x: number) => from + (x / plotWidth) * (to - from)

const msPerPx = (domain: TimeDomain, model: PlotModel) => (domain.to - domain.from) / model.plotWidth

/** Drag to zoom, shift-drag to pan, two fingers to pinch, one finger to move the cursor, ctrl and wheel to zoom. */
export function usePointerGestures(
  surface: RefObject<HTMLElement | null>,
  model: PlotModel,
  on: GestureHandlers,
): Gestures {
  const drag = useRef<Drag | null>(null)
  const fingers = useRef(new Map<number, number>())
  const [brush, setBrush] = useState<[number, number] | null>(null)
  const [isPanning, setPanning] = useState(false)
  const moving = useMoving(model, on)
  useWheelZoom(surface, model, moving)

  const cancel = () => {
    const wasActive = moving.cancel() || drag.current?.hasMoved === true
    drag.current = null
    fingers.current.clear()
    setBrush(null)
    setPanning(false)
    return wasActive
  }

  const pinch = (id: number, x: number) => {
    const [a, b] = [...fingers.current.values()] as [number, number]
    fingers.current.set(id, x)
    const [c, d] = [...fingers.current.values()] as [number, number]
    const factor = Math.abs(a - b) / Math.max(8, Math.abs(c - d))
    const domain = moving.domain()
    moving.show(scaleDomain(domain, timeIn(model, domain, (c + d) / 2), factor), 'wheel')
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { x } = pointIn(event, model)
    if (drag.current === null) moving.settle()
    event.currentTarget.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch') fingers.current.set(event.pointerId, x)
    const kind = event.pointerType === 'touch' ? 'scrub' : event.shiftKey ? 'pan' : 'zoom'
    drag.current = { kind, startX: x, domain: model.domain, hasMoved: fingers.current.size > 1 }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const point = pointIn(event, model)
    if (fingers.current.size === 2 && fingers.current.has(event.pointerId)) return pinch(event.pointerId, point.x)
    const active = drag.current
    if (!active || active.kind === 'scrub') {
      if (active && Math.abs(point.x - active.startX) > DRAG_THRESHOLD_PX) active.hasMoved = true
      return on.onHover(point)
    }
    if (!active.hasMoved && Math.abs(point.x - active.startX) < DRAG_THRESHOLD_PX) return
    active.hasMoved = true
    if (active.kind === 'pan') {
      setPanning(true)
      moving.show(shiftDomain(active.domain, (active.startX - point.x) * msPerPx(active.domain, model)), 'pan')
    } else {
      const inPlot = (x: number) => Math.max(0, Math.min(model.plotWidth, x))
      setBrush([inPlot(Math.min(active.startX, point.x)), inPlot(Math.max(active.startX, point.x))])
    }
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const active = drag.current
    const point = pointIn(event, model)
    if (active?.hasMoved && active.kind === 'zoom' && brush && brush[1] - brush[0] > DRAG_THRESHOLD_PX) {
      on.onZoom({ from: model.timeAt(brush[0]), to: model.timeAt(brush[1]) }, 'drag')
    } else if (active && !moving.settle() && !active.hasMoved) on.onTap(point)
    cancel()
  }

  // Lifting a finger does not clear the cursor, so that its values stay readable.
  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current && event.pointerType !== 'touch') on.onLeave()
  }
  return {
    brush,
    isPanning,
    moving,
    cancel,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel, onPointerLeave },
  }
}

/** React's wheel listener is passive and cannot prevent the page from zooming. */
function useWheelZoom(surface: RefObject<HTMLElement | null>, model: PlotModel, moving: Moving): void {
  const latest = useRef(model)
  useEffect(() => {
    latest.current = model
  })
  useEffect(() => {
    const element = surface.current
    if (!element) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const domain = moving.domain()
      const box = element.getBoundingClientRect()
      const around = timeIn(latest.current, domain, event.clientX - box.left - latest.current.margin.left)
      moving.show(scaleDomain(domain, around, Math.exp(event.deltaY * WHEEL_SPEED)), 'wheel')
      clearTimeout(rest)
      rest = setTimeout(moving.settle, WHEEL_REST_MS)
    }
    element.addEventListener('wheel', zoom, { passive: false })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('wheel', zoom)
    }
  }, [surface, moving])
}
