import { observeWidth } from '@omen/charts'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element in whole px, as it is shown or printed; 0 until it is measured. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => (element.current ? observeWidth(element.current, setWidth) : undefined), [element])
  return width
}
