import type { JobRequest } from './job-request.ts'

const STORAGE_KEY = 'omen.requests'
const KEPT = 50

type Entry = readonly [jobId: string, request: JobRequest]
type Store = Pick<Storage, 'getItem' | 'setItem'>

const read = (storage: Store): Entry[] => {
  try {
    const value: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(value) ? (value as Entry[]) : []
  } catch {
    // A foreign value under this key, or no storage: start empty.
    return []
  }
}

/** Remembers the requests of the last fifty jobs, so that a failed one can be repeated with the same fields. */
export const rememberRequest = (storage: Store, jobId: string, request: JobRequest): void => {
  const entries = [[jobId, request] as const, ...read(storage).filter(([id]) => id !== jobId)].slice(0, KEPT)
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(entries))
  } catch {
    // without storage a job can be repeated only by its form
  }
}

export const recallRequest = (storage: Store, jobId: string): JobRequest | null =>
  read(storage).find(([id]) => id === jobId)?.[1] ?? null
