import { flushSync } from 'react-dom'

/** Px within a card on A4 paper with margins of 12 mm: nothing is measured again between the screen and the paper. */
const paperWidth = 670

const measures = new Set<() => void>()
/** Set with the first width: charts are drawn by servers, too, which have no window. */
let paper: MediaQueryList | undefined

/** Draws what is printed before it returns, all of it at once. */
const measureAll = () =>
  flushSync(() => {
    for (const measure of measures) measure()
  })

const listenToPaper = (): MediaQueryList => {
  const list = window.matchMedia('print')
  list.addEventListener('change', measureAll)
  return list
}

/** Reports the width of an element in whole px, now and as it changes, on paper no more than fits there; returns what ends it. */
export function observeWidth(element: Element, onWidth: (width: number) => void): () => void {
  paper ??= listenToPaper()
  const media = paper
  const measure = () => {
    const width = Math.floor(element.getBoundingClientRect().width)
    onWidth(media.matches ? Math.min(width, paperWidth) : width)
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
