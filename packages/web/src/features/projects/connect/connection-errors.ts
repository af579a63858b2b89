import { ApiProblem, type CollectionFault, type ConnectionFields, type Locale } from '@omen/sdk'
import type { ConnectorField } from '@omen/sdk/connectors'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import type { ConnectionValues } from './connection-values.ts'

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

type FieldName = keyof ConnectionFields

const places: Partial<Record<CollectionFault, readonly FieldName[]>> = {
  query: ['query', 'nrql', 'metrics', 'instanceType', 'logGroups', 'logFilter', 'index', 'path'],
  tooMuch: ['query', 'nrql', 'metrics', 'instanceType', 'logGroups', 'index', 'path'],
  ...Object.fromEntries(
    (['unreachable', 'refusedAddress', 'certificate', 'timeout', 'badAnswer', 'notFound'] as const).map((fault) => [
      fault,
      ['address', 'endpoint', 'path'] as const,
    ]),
  ),
}

/** The field that a fault is about: the first that was filled in, else undefined, as of a provider that is down. */
export const fieldOfFault = (
  fault: CollectionFault,
  fields: readonly ConnectorField[],
  values: ConnectionValues,
): FieldName | undefined => {
  const isFilled = ({ name }: ConnectorField): boolean => Boolean(values[name])
  if (fault === 'credentials' || fault === 'permission') {
    const secrets = fields.filter(({ input }) => input === 'secret' || input === 'file')
    return (secrets.find(isFilled) ?? secrets.find(({ isRequired }) => isRequired) ?? secrets.at(-1))?.name
  }
  const meant = places[fault] ?? []
  return meant.find((name) => fields.some((field) => field.name === name && isFilled(field)))
}
