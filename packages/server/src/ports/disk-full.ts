import { StoreFullError } from './store-full-error.ts'

/** Of the file system, and of PostgreSQL. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether a store reported that no space is left. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof StoreFullError || fullCodes.has((current as NodeJS.ErrnoException).code ?? '')) return true
  return false
}
