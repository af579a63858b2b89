import type { operations } from '@omen/sdk/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context, Sender, Visitor } from '../domain/context.ts'
import type { Locale } from '../domain/errors.ts'

export type OperationId = keyof operations

type ParameterLocation = 'query' | 'header' | 'path'
type Parameters<Id extends OperationId, P extends ParameterLocation> = [
  NonNullable<operations[Id]['parameters'][P]>,
] extends [never]
  ? Record<never, never>
  : NonNullable<operations[Id]['parameters'][P]>

/** Bodies by media type. */
export type Bodies<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content
  : operations[Id] extends { requestBody?: { content: infer Content } }
    ? Content
    : Record<never, never>

type Body<Id extends OperationId> =
  Bodies<Id> extends { 'application/json': infer Json }
    ? Json
    : Bodies<Id> extends { 'application/x-www-form-urlencoded': infer Form }
      ? Form
      : undefined

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Json } } ? Json : never
type WithoutSuccess<Json> = Json extends unknown ? Omit<Json, 'success'> & { success?: boolean } : never
type Succeeded<Id extends OperationId> = Extract<keyof operations[Id]['responses'], 200 | 201 | 202>

/** The answer as specified; `success: true` is added unless set. */
export type Answer<Id extends OperationId> = WithoutSuccess<JsonOf<operations[Id]['responses'][Succeeded<Id>]>>

/** Operations that need no login; checked against the spec's `security: []` when the server starts. */
export const PUBLIC_OPERATION_IDS = [
  'loginCheck',
  'getSignupCode',
  'signup',
  'getUsernameReminder',
  'getTempPassword',
  'resetPassword',
  'getAcknowledgeLink',
  'acknowledgeByLink',
  'getUnsubscribeLink',
  'unsubscribeByLink',
  'getHealth',
  'getVersion',
  'getOpenapi',
] as const satisfies OperationId[]
type PublicOperationId = (typeof PUBLIC_OPERATION_IDS)[number]

/** Operations that take an ingest key. */
export type IngestOperationId = Extract<OperationId, `ingest${string}`>

/** Operations that take an ingest key that may read, or an account. */
export type ReaderOperationId = Extract<OperationId, `prometheus${string}`>

/** Operations that take the key of an open link, or an account. */
export type LinkOperationId =
  | 'getPublished'
  | 'getPublishedDetection'
  | 'getPublishedSeries'
  | 'getPublishedBundle'
  | 'getPublishedBadge'

/** The input of a handler, validated against the spec, with defaults filled in. */
export interface OperationInput<Id extends OperationId> {
  ctx: Context
  caller: Id extends PublicOperationId | IngestOperationId
    ? null
    : Id extends ReaderOperationId
      ? Caller | null
      : Id extends LinkOperationId
        ? Caller | Visitor
        : Caller
  sender: Id extends IngestOperationId ? Sender : Id extends ReaderOperationId ? Sender | null : null
  locale: Locale
  path: Parameters<Id, 'path'>
  query: Parameters<Id, 'query'>
  header: Parameters<Id, 'header'>
  /** Undefined where the request is multipart or raw: read `request` then. */
  body: Body<Id>
  /** Checks and converts fields that were read from a multipart body; throws VALIDATION_FAILED. */
  checkBody<Type extends keyof Bodies<Id>>(mediaType: Type, fields: unknown): Bodies<Id>[Type]
  /** Rejects where the caller may no longer do this: for answers that last. Does not count as a use of the session. */
  authorise(): Promise<unknown>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers with the lowest 2xx status of the spec unless `reply.code()` says otherwise.
 * Undefined means that the handler has answered by itself (event streams, files).
 */
export type OperationHandler<Id extends OperationId> = (input: OperationInput<Id>) => Promise<Answer<Id> | undefined>

export type OperationHandlers<Ids extends OperationId> = { readonly [Id in Ids]: OperationHandler<Id> }
