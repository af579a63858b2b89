import { useDebouncedValue } from '@mantine/hooks'
import type { AlertSetting } from '@omen/sdk'
import { useMemo, useState } from 'react'
import { type AlertDraft, changesOf, draftOf } from './alert-draft.ts'
import { isValid } from './alert-rules.ts'
import { SETTLE_MS } from './number-field.tsx'

/** What was typed over settings. All else follows them, also when somebody else saves others meanwhile. */
export const useAlertDraft = (saved: AlertSetting) => {
  const [typed, setTyped] = useState<Partial<AlertDraft>>({})
  const [settled] = useDebouncedValue(typed, SETTLE_MS)
  const draft = useMemo(() => ({ ...draftOf(saved), ...typed }), [saved, typed])
  const isFine = (given: Partial<AlertDraft>) => isValid({ ...draft, ...given }, saved.pvalue)
  return {
    draft,
    typed,
    isValid: isFine(typed),
    changes: changesOf(typed, saved),
    /** What changes once typing pauses; null while a field has what it does not take. */
    settledChanges: isFine(settled) ? changesOf(settled, saved) : null,
    change: (changes: Partial<AlertDraft>): void => setTyped((before) => ({ ...before, ...changes })),
    /** What was saved is no longer typed, but for what was typed since. */
    forget: (sent: Partial<AlertDraft>): void =>
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof AlertDraft])),
      ),
  }
}
