import type { ActionItem, PostMortemText } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { type Draft, draftAfterSave, dropOldDrafts, keepDraft, readDraft, type Sent } from './draft-store.ts'

const SETTLE_MS = 300

export interface DraftControl {
  text: string
  actions: readonly ActionItem[]
  /** What was written and is not saved; null where nothing is. */
  draft: Draft | null
  /** When what this browser had kept was written, epoch ms; null where nothing was restored. */
  restoredAt: number | null
  change: (change: { text?: string; actions?: readonly ActionItem[] }) => void
  /** Forgets what was saved; what was written meanwhile stays. */
  forget: (sent: Sent, saved: PostMortemText) => void
  /** Forgets the draft, which is not wanted. */
  clear: () => void
}

/** What is written about an incident on top of what was saved; kept in this browser until it is saved. */
export const useDraft = (incidentId: string, saved: PostMortemText): DraftControl => {
  const userName = useAtomValue(userAtom)?.userName ?? ''
  const [kept] = useState(() => {
    dropOldDrafts(localStorage, Date.now())
    return readDraft(localStorage, userName, incidentId)
  })
  const [draft, setDraft] = useState(kept)
  const [restoredAt, setRestoredAt] = useState(kept?.at ?? null)
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    const timer = setTimeout(() => keepDraft(localStorage, userName, incidentId, draft), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [draft, userName, incidentId])
  useEffect(() => {
    const keepNow = () => keepDraft(localStorage, userName, incidentId, latest.current)
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [userName, incidentId])
  return {
    text: draft?.text ?? saved.text,
    actions: draft?.actions ?? saved.actions,
    draft,
    restoredAt,
    change: ({ text, actions }) =>
      setDraft((before) => ({
        revision: before?.revision ?? saved.revision,
        baseText: before?.baseText ?? (saved.isDraft ? '' : saved.text),
        baseActions: before?.baseActions ?? saved.actions,
        text: text ?? before?.text ?? saved.text,
        actions: actions ?? before?.actions ?? saved.actions,
        at: Date.now(),
      })),
    forget: (sent, next) => {
      setDraft((now) => draftAfterSave(now, sent, next))
      setRestoredAt(null)
    },
    clear: () => {
      setDraft(null)
      setRestoredAt(null)
    },
  }
}
