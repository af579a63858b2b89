import { type RefObject, useLayoutEffect, useState } from 'react'
import { observeWidth } from './observe-width.ts'

/** Width of an element in whole px, as it is shown or printed; 0 until it is measured. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => (element.current ? observeWidth(element.current, setWidth) : undefined), [element])
  return width
}
