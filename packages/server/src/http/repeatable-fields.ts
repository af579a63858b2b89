import type { OperationId } from './operation.ts'

/**
 * Fields that differ where a step that publishes is run again: the time by then, and the detection that it made anew.
 * Two requests with one Idempotency-Key that differ in nothing else are the same.
 */
const unrepeatable: Partial<Record<OperationId, readonly string[]>> = {
  publishDataFile: ['detectionId', 'expiresAt'],
  publishDataProject: ['from', 'to', 'expiresAt'],
}

/** Whether two requests with the same Idempotency-Key may differ in a field. */
export function mayDiffer(operation: OperationId, field: string): boolean {
  return unrepeatable[operation]?.includes(field) ?? false
}

/** What a repeated request has to have in common with the first; an interval still has to be as long. */
export function repeatableFields(operation: OperationId, body: object): object {
  const same = Object.entries(body).filter(([field]) => !mayDiffer(operation, field))
  const { from, to } = body as { from?: unknown; to?: unknown }
  const isShifted = mayDiffer(operation, 'from') && typeof from === 'number' && typeof to === 'number'
  return { ...Object.fromEntries(same), ...(isShifted && { spanMs: to - from }) }
}
