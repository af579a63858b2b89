import { StoreFullError } from './store-full-error.ts'

/** Of the file system, and of PostgreSQL. */
const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether a store reported that no space is left. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof StoreFullError || FULL_CODES.has((current as NodeJS.ErrnoException).code ?? '')) return true
  return false
}
