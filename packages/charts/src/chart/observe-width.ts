import { flushSync } from 'react-dom'

/** Px within a card on A4 paper with margins of 12 mm: nothing is measured again between the screen and the paper. */
const paperWidth = 670

/** Reports the width of an element in whole px, now and as it changes, on paper no more than fits there; returns what ends it. */
export function observeWidth(element: Element, onWidth: (width: number) => void): () => void {
  const paper = window.matchMedia('print')
  const measure = () => {
    const width = Math.floor(element.getBoundingClientRect().width)
    onWidth(paper.matches ? Math.min(width, paperWidth) : width)
  }
  const measureAtOnce = () => flushSync(measure)
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  paper.addEventListener('change', measureAtOnce)
  return () => {
    observer.disconnect()
    paper.removeEventListener('change', measureAtOnce)
  }
}
