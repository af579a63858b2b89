import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { observeWidth } from './observe-width.ts'

/** Width of an element in whole px, updated as it changes; 0 before the first layout. */
export function useElementWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => (ref.current ? observeWidth(ref.current, setWidth) : undefined), [])
  return [ref, width]
}
