import { ApiProblem, type CollectionFault, type ConnectionFields, type Locale } from '@omen/sdk'
import type { ConnectorField } from '@omen/sdk/connectors'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import type { ConnectionValues } from './connection-values.ts'
import { fieldOfFault } from './field-of-fault.ts'

export type ConnectionErrors = Partial<Record<keyof ConnectionFields, string>>

/** What an answer says of the fields: none where no field is meant. */
export const errorsIn = (
  error: unknown,
  fields: readonly ConnectorField[],
  values: ConnectionValues,
  locale: Locale,
): ConnectionErrors => {
  if (!(error instanceof ApiProblem)) return {}
  if (error.code !== 'CONNECTION_FAILED') {
    const names = fields.map(({ name }) => name)
    return fieldErrors(error, names, locale)
  }
  const name = fieldOfFault(error.details[0]?.name as CollectionFault, fields, values)
  return name === undefined ? {} : { [name]: error.message }
}
