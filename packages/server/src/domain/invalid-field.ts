import { DomainError, type Sentence } from './errors.ts'

/** A field that has the right form and still cannot be taken. */
export function invalidField(field: string, message: string, sentence?: Sentence): DomainError {
  return new DomainError('VALIDATION_FAILED', { ...(sentence && { message: sentence }), details: [{ field, message }] })
}
