import type { JobRequest } from './job-request.ts'

const storageKey = 'omen.requests'
const kept = 50

type Entry = readonly [jobId: string, request: JobRequest]
type Store = Pick<Storage, 'getItem' | 'setItem'>

const read = (storage: Store): Entry[] => {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? (value as Entry[]) : []
  } catch {
    // A foreign value under this key, or no storage: start empty.
    return []
  }
}

/** Remembers the requests of the last fifty jobs, so that a failed one can be repeated with the same fields. */
export const rememberRequest = (storage: Store, jobId: string, request: JobRequest): void => {
  const entries = [[jobId, request] as const, ...read(storage).filter(([id]) => id !== jobId)].slice(0, kept)
  try {
    storage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // without storage a job can be repeated only by its form
  }
}

export const recallRequest = (storage: Store, jobId: string): JobRequest | null =>
  read(storage).find(([id]) => id === jobId)?.[1] ?? null
