import { connectorsOf } from '@omen/sdk/connectors'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import type { Connector, DataType, ProjectKind } from '../../schema/wire-types.ts'
import { invalidField } from '../invalid-field.ts'
import { dataTypesOf, keptFields, listedFields, missingField, sealedFields } from './connectors.ts'

/** The connector of a project, by its kind and, where the kind has several, the source. */
export function connectorOf(kind: ProjectKind, source: string | undefined): Connector {
  if (kind !== 'custom' && kind !== 'log') return kind
  const possible = connectorsOf(kind)
  const found = possible.find((connector) => connector === source)
  if (found) return found
  throw invalidField('source', `must be one of ${possible.join(', ')}`, { rule: 'oneOf' })
}

export interface GivenFields {
  readonly connector: Connector
  readonly dataType: DataType
  /** Of a body: all that it has, those of the project itself taken out. */
  readonly given: Readonly<Record<string, unknown>>
  /** Fields that are not given are those of an earlier connection. */
  readonly before?: ConnectionFields | undefined
  /** For a test, which lists what there is where nothing was chosen yet. */
  readonly isTest?: boolean
}

/** Rejects what does not belong to the connector, and what it lacks, by the name of the field. */
export function readFields({ connector, dataType, given, before, isTest = false }: GivenFields): ConnectionFields {
  const dataTypes = dataTypesOf(connector)
  if (!dataTypes.includes(dataType))
    throw invalidField('dataType', `must be ${dataTypes.join(' or ')} for ${connector}`, { rule: 'oneOf' })
  const [kept, sealed] = [keptFields(connector), sealedFields(connector)]
  for (const field of Object.keys(given))
    if (given[field] !== undefined && !kept.includes(field))
      throw invalidField(field, `is not a field of ${connector}`, { rule: 'unknown' })
  for (const field of ADDRESS_FIELDS) if (hasLogin(given[field])) throw loginInAddress(field)
  const all: Record<string, unknown> = { ...before?.settings, ...before?.secrets }
  // An empty text or list takes away what was set before
  for (const [field, value] of Object.entries(given))
    if (value !== undefined) all[field] = isEmpty(value) ? undefined : value
  const missing = missingField(connector, dataType, all, isTest)
  if (missing !== undefined) throw invalidField(missing, `is required by ${connector}`, { rule: 'required' })
  if (isTest) for (const field of listedFields(connector, dataType)) all[field] ??= []
  const isSet = ([, value]: [string, unknown]): boolean => value !== undefined
  const isSecret = ([field]: [string, unknown]): boolean => sealed.includes(field)
  const entries = Object.entries(all).filter(isSet)
  return {
    connector,
    dataType,
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  }
}

/** What is entered here is shown. */
const ADDRESS_FIELDS = ['address', 'endpoint']

/** Also where a scheme is missing, or slashes are of the other kind. */
function hasLogin(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const url = URL.parse(value)
  const [authority = ''] = value.replace(/^\s*[a-z][a-z\d+.-]*:[\\/]*/i, '').split(/[\\/?#]/)
  return Boolean(url?.username || url?.password) || authority.includes('@')
}

function loginInAddress(field: string): Error {
  return invalidField(field, 'must have no user name and no password: they have fields of their own', {
    sentence: {
      en: 'The address must have no user name and no password: they have fields of their own.',
      'zh-CN': '地址中不能包含用户名和密码，请填写到各自的字段中。',
    },
  })
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}
