import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is in or near the viewport: others are neither fetched nor drawn. */
export const useNearView = (element: RefObject<Element | null>, margin = 400): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: `${margin}px 0px`,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, margin])
  return isNear
}
