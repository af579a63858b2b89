import type { DamageKind, DamageReason } from '../../schema/integrity.ts'
import { DomainError } from '../errors.ts'

const WHAT: Record<DamageKind, string> = {
  file: 'the uploaded file',
  weights: 'the weights file of the model',
  dataset: 'the table of points of the file',
}
const HOW: Record<DamageReason, string> = {
  missing: 'missing from the store',
  changed: 'not what was stored: the checksum differs',
  unreadable: 'on a part of the disk that cannot be read',
}

/** Returns DATA_DAMAGED for an item, under the name that its owner gave it. */
export function dataDamaged(kind: DamageKind, name: string, reason: DamageReason, cause?: unknown): DomainError {
  const details = [{ field: kind, name, message: `${WHAT[kind]} is ${HOW[reason]}` }]
  return new DomainError('DATA_DAMAGED', { details, ...(cause !== undefined && { cause }) })
}
