import { DomainError, type Sentence } from './errors.ts'

/** The error for a well-formed field that cannot be accepted. */
export function invalidField(field: string, message: string, sentence?: Sentence): DomainError {
  return new DomainError('VALIDATION_FAILED', { ...(sentence && { message: sentence }), details: [{ field, message }] })
}
