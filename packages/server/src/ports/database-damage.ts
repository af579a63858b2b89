/** PostgreSQL's codes for a page whose checksum differs, and for an index that contradicts itself. */
const DAMAGE_CODES: ReadonlySet<string> = new Set(['XX001', 'XX002'])

/** Whether the database reported a damaged page; the rest of it can still be read. */
export function isDatabaseDamage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (DAMAGE_CODES.has((current as NodeJS.ErrnoException).code ?? '')) return true
  return false
}
