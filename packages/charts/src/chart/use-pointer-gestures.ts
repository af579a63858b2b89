import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { TimeDomain } from '../model/chart-types.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { scaleDomain, shiftDomain, type ZoomSource } from '../zoom/zoom-stack.ts'

const DRAG_THRESHOLD_PX = 4
const WHEEL_SPEED = 0.002

interface PlotPoint {
  x: number
  y: number
}

interface Drag {
  kind: 'zoom' | 'pan' | 'scrub'
  startX: number
  domain: TimeDomain
  hasMoved: boolean
  /** Where a pan stands. */
  panned?: TimeDomain
}

export interface GestureHandlers {
  onHover: (point: PlotPoint) => void
  onLeave: () => void
  onTap: (point: PlotPoint) => void
  onZoom: (domain: TimeDomain, source: ZoomSource) => void
  /** While a pan is under way; null at its end. */
  onPreview: (domain: TimeDomain | null) => void
}

export interface Gestures {
  /** The dragged interval, in plot px. */
  brush: [number, number] | null
  isPanning: boolean
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
  useWheelZoom(surface, model, on)

  const cancel = () => {
    const wasActive = drag.current?.hasMoved === true
    if (drag.current?.panned) on.onPreview(null)
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
    on.onZoom(scaleDomain(model.domain, model.timeAt((c + d) / 2), factor), 'wheel')
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { x } = pointIn(event, model)
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
      active.panned = shiftDomain(active.domain, (active.startX - point.x) * msPerPx(active.domain, model))
      on.onPreview(active.panned)
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
    } else if (active?.panned) on.onZoom(active.panned, 'pan')
    else if (active && !active.hasMoved) on.onTap(point)
    cancel()
  }

  // Lifting a finger does not clear the cursor, so that its values stay readable.
  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current && event.pointerType !== 'touch') on.onLeave()
  }
  return {
    brush,
    isPanning,
    cancel,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel, onPointerLeave },
  }
}

/** React's wheel listener is passive and cannot prevent the page from zooming. */
function useWheelZoom(surface: RefObject<HTMLElement | null>, model: PlotModel, on: GestureHandlers): void {
  const latest = useRef({ model, on })
  useEffect(() => {
    latest.current = { model, on }
  })
  useEffect(() => {
    const element = surface.current
    if (!element) return
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { model: now, on: handlers } = latest.current
      const box = element.getBoundingClientRect()
      const around = now.timeAt(event.clientX - box.left - now.margin.left)
      handlers.onZoom(scaleDomain(now.domain, around, Math.exp(event.deltaY * WHEEL_SPEED)), 'wheel')
    }
    element.addEventListener('wheel', zoom, { passive: false })
    return () => element.removeEventListener('wheel', zoom)
  }, [surface])
}
