import { type RefObject, useRef } from 'react'
import { useWidth } from './use-width.ts'

/** A reference for an element, and its width (see `useWidth`). */
export function useElementWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null)
  return [ref, useWidth(ref)]
}
