import type { Incident } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { isCharacter, isTyping } from '../../lib/keys/typed-keys.ts'
import { enterViewAtom, stepBackAtom } from './selection-atoms.ts'

const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** `[` and `]` go from incident to incident wherever the focus is, Escape one step back; not while one types or a dialog is open. */
export const useViewKeys = (entry: string, step: (by: 1 | -1) => Incident | null): void => {
  const back = useSetAtom(stepBackAtom)
  const enter = useSetAtom(enterViewAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is another view
  useEffect(() => enter(), [enter, entry])
  const latest = useRef({ step, back })
  useEffect(() => {
    latest.current = { step, back }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCharacter(event) || isTyping(event.target) || isCovered()) return
      if (event.key === '[' || event.key === ']') {
        event.preventDefault()
        event.stopPropagation()
        latest.current.step(event.key === ']' ? 1 : -1)
      } else if (event.key === 'Escape' && latest.current.back()) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    // Before a chart that has the focus: it would go to the periods of its own metric.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}
