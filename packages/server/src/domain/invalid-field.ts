import { DomainError, type FieldRule, type Sentence } from './errors.ts'

interface Invalid {
  /** What the field has to be, for sentences in other languages. */
  readonly rule?: FieldRule
  /** For a person, instead of that of the code. */
  readonly sentence?: Sentence
}

/** The error for a well-formed field that cannot be accepted. */
export function invalidField(field: string, message: string, { rule, sentence }: Invalid = {}): DomainError {
  const detail = { field, message, ...(rule && { rule }) }
  return new DomainError('VALIDATION_FAILED', { ...(sentence && { message: sentence }), details: [detail] })
}
