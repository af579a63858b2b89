import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Width of an element in whole px, as it is shown or printed; 0 until it is measured. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => (element.current ? observeWidth(element.current, setWidth) : undefined), [element])
  return width
}

/** Px within a card on A4 paper with margins of 12 mm: nothing is measured again between the screen and the paper. */
const PAPER_WIDTH = 670

const measures = new Set<() => void>()
/** Undefined before the first width: charts are drawn by servers, too, which have no window. */
let paper: MediaQueryList | undefined
let isPaper = false

/** The browser draws the printed page before the event returns. Chromium reports no change that was read from `matches` before. */
const changePaper = ({ matches }: MediaQueryListEvent) => {
  isPaper = matches
  flushSync(() => {
    for (const measure of measures) measure()
  })
}

/** Reports the width of an element in whole px, now and as it changes, on paper no more than fits there; returns what ends it. */
function observeWidth(element: Element, onWidth: (width: number) => void): () => void {
  if (paper === undefined) {
    paper = window.matchMedia('print')
    isPaper = paper.matches
    paper.addEventListener('change', changePaper)
  }
  const measure = () => {
    const width = Math.floor(element.getBoundingClientRect().width)
    onWidth(isPaper ? Math.min(width, PAPER_WIDTH) : width)
  }
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measures.add(measure)
  return () => {
    observer.disconnect()
    measures.delete(measure)
  }
}
