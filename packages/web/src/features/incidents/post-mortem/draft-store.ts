import type { ActionItem } from '@omen/sdk'

/** What somebody has written and not saved. */
export interface Draft {
  text: string
  actions: readonly ActionItem[]
  /** The revision that was edited, and its text. */
  revision: number
  baseText: string
  baseActions: readonly ActionItem[]
  /** When it was written last, epoch ms. */
  at: number
}

/** What was saved of a draft: the draft as it was then, and what became of it. */
export interface Sent {
  draft: Draft | null
  text: string
  actions: readonly ActionItem[]
}

/** What is left of a draft once something of it was saved: what was written meanwhile, on top of that. */
export const draftAfterSave = (
  now: Draft | null,
  sent: Sent,
  saved: { revision: number; text: string; actions: readonly ActionItem[] },
): Draft | null => {
  if (now === null || now === sent.draft) return null
  if (now.text === sent.text && JSON.stringify(now.actions) === JSON.stringify(sent.actions)) return null
  return { ...now, revision: saved.revision, baseText: saved.text, baseActions: saved.actions }
}

const PREFIX = 'omen.post-mortem.'
const KEPT_MS = 30 * 86_400_000

const keyOf = (userName: string, incidentId: string): string => `${PREFIX}${userName}.${incidentId}`

/** The draft of an incident that this browser keeps; null where there is none. */
export const readDraft = (store: Storage, userName: string, incidentId: string): Draft | null => {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(userName, incidentId)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

/** Keeps a draft, or with null removes it; where the browser keeps nothing, it lasts as long as the page. */
export const keepDraft = (store: Storage, userName: string, incidentId: string, draft: Draft | null): void => {
  try {
    if (draft === null) store.removeItem(keyOf(userName, incidentId))
    else store.setItem(keyOf(userName, incidentId), JSON.stringify(draft))
  } catch {
    // Full, or not allowed
  }
}

/** Removes drafts that nobody has touched for a month. */
export const dropOldDrafts = (store: Storage, now: number): void => {
  try {
    for (const key of Object.keys(store).filter((one) => one.startsWith(PREFIX))) {
      const kept: unknown = JSON.parse(store.getItem(key) ?? 'null')
      if (!isDraft(kept) || kept.at < now - KEPT_MS) store.removeItem(key)
    }
  } catch {
    // What cannot be read stays
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).text === 'string' &&
  typeof (value as Draft).baseText === 'string' &&
  typeof (value as Draft).revision === 'number' &&
  typeof (value as Draft).at === 'number' &&
  Array.isArray((value as Draft).actions) &&
  Array.isArray((value as Draft).baseActions)
