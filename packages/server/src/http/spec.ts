import type { Scope } from '../domain/context.ts'
import document from '../generated/openapi.json' with { type: 'json' }
import type { OperationId } from './operation.ts'
import type { ErrorFormat } from './protocol-errors.ts'

interface SpecParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema: { default?: unknown }
}

/** A parameter with the JSON pointer of its schema. */
export interface PlacedParameter extends SpecParameter {
  schemaPointer: string
}

interface SpecBody {
  required?: boolean
  content: Record<string, object>
}

interface SpecOperation {
  operationId: string
  tags: string[]
  security?: object[]
  'x-omen-scope': Scope | 'any' | 'none'
  'x-omen-role'?: 'admin'
  'x-omen-codes'?: string[]
  'x-omen-errors'?: ErrorFormat
  parameters?: (SpecParameter | Reference)[]
  requestBody?: SpecBody | Reference
  responses: Record<string, unknown>
}

interface SpecResponse {
  content?: object
  'x-omen-codes'?: string[]
}

interface Reference {
  $ref: string
}

/** One operation of the API description, with what the binding needs to know. */
export interface SpecEntry {
  readonly id: OperationId
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As Fastify writes it: `files/:filename`. */
  readonly route: string
  /** JSON pointer of the operation in the document. */
  readonly pointer: string
  readonly isPublic: boolean
  /** Takes an ingest key and nothing else. */
  readonly isIngest: boolean
  /** Of the errors, where the protocol has one of its own. */
  readonly errorFormat: ErrorFormat | undefined
  /** Takes it as a parameter of the address as well. */
  readonly takesKeyInQuery: boolean
  /** Takes it as the webhooks of code hosts have it. */
  readonly isWebhook: boolean
  /** Takes an ingest key that may read, or an account. */
  readonly isForReaders: boolean
  /** Takes the key of an open link, or an account. */
  readonly isForLinks: boolean
  /** Its body is read by its handler, as it was sent. */
  readonly isRaw: boolean
  readonly scope: Scope | 'any' | 'none'
  readonly role: 'admin' | undefined
  readonly parameters: readonly PlacedParameter[]
  readonly bodyRequired: boolean
  /** JSON pointer of the schema by media type. */
  readonly bodies: ReadonlyMap<string, string>
  readonly answers: ReadonlyMap<number, SpecAnswer>
  readonly status: number
}

/** A possible answer of an operation, by status. */
export interface SpecAnswer {
  /** JSON pointer of the schema; null where the answer is not JSON. */
  readonly pointer: string | null
  /** Error codes that may come with it. */
  readonly codes: ReadonlySet<string>
}

export const apiDocument: object = document

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export const specEntries: readonly SpecEntry[] = Object.entries(document.paths as Record<string, object>).flatMap(
  ([path, item]) =>
    METHODS.filter((method) => method in item).map((method) =>
      readEntry(path, method, item as Record<string, SpecOperation>),
    ),
)

function readEntry(path: string, method: (typeof METHODS)[number], item: Record<string, SpecOperation>): SpecEntry {
  const operation = item[method]!
  const pointer = `/paths/${escapePart(path)}/${method}`
  const statuses = Object.keys(operation.responses)
  const takes = (scheme: string): boolean => operation.security?.some((accepted) => scheme in accepted) === true
  const { bodies, bodyRequired } = readBodies(operation, pointer)
  return {
    id: operation.operationId as OperationId,
    method: method.toUpperCase() as SpecEntry['method'],
    route: path.slice(1).replace(/\{(\w+)\}/g, ':$1'),
    pointer,
    isPublic: operation.security?.length === 0,
    errorFormat: operation['x-omen-errors'],
    isIngest: takes('ingestKey') && !takes('token'),
    takesKeyInQuery: takes('ingestQuery'),
    isWebhook: takes('webhookSignature'),
    isForReaders: takes('ingestKey') && takes('token'),
    isForLinks: takes('openLink'),
    isRaw: takes('ingestKey') && !bodies.has('application/x-www-form-urlencoded'),
    scope: operation['x-omen-scope'],
    role: operation['x-omen-role'],
    parameters: (operation.parameters ?? []).map((parameter, index) =>
      readParameter(parameter, `${pointer}/parameters/${index}`),
    ),
    bodies,
    bodyRequired,
    answers: new Map(statuses.map((status) => [Number(status), readAnswer(operation, pointer, status)])),
    status: Math.min(...statuses.filter((status) => status.startsWith('2')).map(Number)),
  }
}

function readParameter(parameter: SpecParameter | Reference, place: string): PlacedParameter {
  const { value, pointer } = resolve<SpecParameter>(parameter, place)
  return { ...value, schemaPointer: `${pointer}/schema` }
}

function readBodies(operation: SpecOperation, pointer: string): Pick<SpecEntry, 'bodies' | 'bodyRequired'> {
  if (!operation.requestBody) return { bodies: new Map(), bodyRequired: false }
  const body = resolve<SpecBody>(operation.requestBody, `${pointer}/requestBody`)
  const bodies = Object.keys(body.value.content).map(
    (type) => [type, `${body.pointer}/content/${escapePart(type)}/schema`] as const,
  )
  return { bodies: new Map(bodies), bodyRequired: body.value.required === true }
}

function readAnswer(operation: SpecOperation, pointer: string, status: string): SpecAnswer {
  const answer = resolve<SpecResponse>(operation.responses[status] as object, `${pointer}/responses/${status}`)
  const isJson = 'application/json' in (answer.value.content ?? {})
  return {
    pointer: isJson ? `${answer.pointer}/content/application~1json/schema` : null,
    codes: new Set([...(answer.value['x-omen-codes'] ?? []), ...(operation['x-omen-codes'] ?? [])]),
  }
}

function resolve<T>(value: object, pointer = ''): { value: T; pointer: string } {
  if (!('$ref' in value)) return { value: value as T, pointer }
  const target = String(value.$ref).slice(1)
  const found = target
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, part) => (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
  return resolve<T>(found as object, target)
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
