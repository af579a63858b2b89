import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element in whole px; 0 until it is measured. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    const measure = (box: Element) => setWidth(Math.floor(box.getBoundingClientRect().width))
    measure(element.current)
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.target))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
