import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Context, Sender, Visitor } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { openHook } from '../domain/events/index.ts'
import { findSender, INGEST_KEY_PREFIX } from '../domain/ingest-keys/index.ts'
import { findVisitor } from '../domain/published/index.ts'
import { requireCaller } from './auth.ts'
import { logError } from './errors.ts'
import { answerOnce } from './idempotency.ts'
import { isLarge, streamJson } from './large-json.ts'
import { localeOf } from './locale.ts'
import { type OperationHandler, type OperationHandlers, type OperationId, PUBLIC_OPERATION_IDS } from './operation.ts'
import { createRateLimits } from './rate-limits.ts'
import { type SpecEntry, specEntries } from './spec.ts'
import { createValidator, type OperationValidator } from './validation.ts'

type AnyHandler = OperationHandler<OperationId>
type AnyInput = Parameters<AnyHandler>[0]

export interface BindOptions {
  handlers: Partial<OperationHandlers<OperationId>>
  /** Compare every answer with the spec, and fail where it differs. For tests. */
  checkAnswers: boolean
}

/** Registers a route for every operation that has a handler, with its checks and limits. */
export function bindOperations(app: FastifyInstance, ctx: Context, options: BindOptions): void {
  assertPublicOperations()
  const checks = new Map<OperationId, AnswerCheck>()
  const limits = createRateLimits(app, ctx.settings)
  for (const entry of specEntries) {
    const handle = options.handlers[entry.id] as AnyHandler | undefined
    if (!handle) continue
    const validator = createValidator(entry)
    const check = options.checkAnswers ? createCheck(app, entry, validator) : undefined
    if (check) checks.set(entry.id, check)
    const limit = limits.get(entry.id)
    const authenticate = async (request: FastifyRequest): Promise<void> => {
      if (entry.isIngest) request.sender = await requireSender(ctx, request)
      else if (entry.isForReaders && presentsIngestKey(request)) request.sender = await requireReader(ctx, request)
      else if (entry.isForLinks && presentsLink(request)) request.visitor = await requireVisitor(ctx, request)
      else if (!entry.isPublic) request.caller = await requireCaller(ctx, entry, request)
    }
    const route: RouteOptions = {
      method: entry.method,
      url: `${ctx.settings.apiBase}${entry.route}`,
      config: { operation: entry },
      onRequest: [...(limit?.onRequest ? [limit.onRequest] : []), authenticate],
      ...(limit?.preHandler && { preHandler: limit.preHandler }),
      handler: handlerOf(ctx, { entry, validator, handle, check }),
    }
    if (entry.isRaw) addRawRoute(app, route)
    else app.route(route)
  }
  if (options.checkAnswers) checkAnswers(app, checks)
}

/** These bodies stay streams as they were sent, whatever their type and compression. */
function addRawRoute(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route({ ...route, decompress: false })
  })
}

interface Bound {
  entry: SpecEntry
  validator: OperationValidator
  handle: AnyHandler
  /** Compares an answer with the spec; for tests. */
  check: AnswerCheck | undefined
}

type AnswerCheck = (status: number, body: unknown) => void

function handlerOf(ctx: Context, { entry, validator, handle, check }: Bound) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const input = readInput(ctx, entry, validator, request, reply)
    reply.code(entry.status)
    const answer = await answerOnce(ctx, { entry, input, handle: (own) => handle({ ...input, ctx: own }) }).catch(
      (error: unknown) => {
        if (!reply.sent) throw error
        // The body was late: it was refused while its handler still read it.
        logError(error, request)
      },
    )
    if (reply.sent) return reply
    if (request.refusal !== null) throw request.refusal
    if (answer === undefined) return reply
    const body = { success: true, ...(answer as object) }
    if (!isLarge(body)) return body
    // A stream bypasses Fastify's response hooks.
    check?.(reply.statusCode, body)
    return reply.type('application/json; charset=utf-8').send(streamJson(body))
  }
}

function readInput(
  ctx: Context,
  entry: SpecEntry,
  validator: OperationValidator,
  request: FastifyRequest,
  reply: FastifyReply,
): AnyInput {
  const checked = validator.parameters({ path: request.params, query: request.query, headers: request.headers })
  return {
    ctx,
    caller: request.caller ?? request.visitor,
    sender: request.sender,
    locale: localeOf(request),
    ...checked,
    body: readBody(entry, validator, request),
    authorise: () => authoriseAgain(ctx, entry, request),
    checkBody: (mediaType: string, fields: unknown) => validator.body(mediaType, fields),
    request,
    reply,
  } as AnyInput
}

function authoriseAgain(ctx: Context, entry: SpecEntry, request: FastifyRequest): Promise<unknown> {
  if (request.sender) return requireSender(ctx, request)
  return request.visitor ? requireVisitor(ctx, request) : requireCaller(ctx, entry, request, false)
}

/** Whether a request for what open links and accounts may read comes with the key of a link. */
function presentsLink(request: FastifyRequest): boolean {
  return keyOf(request) !== undefined
}

/** Authenticates by the key of an open link, also for a user who is signed in. */
async function requireVisitor(ctx: Context, request: FastifyRequest): Promise<Visitor> {
  return findVisitor(ctx, keyOf(request) ?? '')
}

function keyOf({ query }: FastifyRequest): string | undefined {
  const { key } = query as { key?: unknown }
  return typeof key === 'string' && key !== '' ? key : undefined
}

/** Multipart and raw bodies are streams: their handlers read them. */
function readBody(entry: SpecEntry, validator: OperationValidator, request: FastifyRequest): unknown {
  if (entry.bodies.size === 0 || entry.isRaw) return undefined
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (mediaType === '') {
    if (!entry.bodyRequired && request.body === undefined) return {}
    throw new DomainError('VALIDATION_FAILED', {
      details: [{ field: 'body', message: 'is required', rule: 'required' }],
    })
  }
  if (!entry.bodies.has(mediaType)) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
      details: [{ field: 'Content-Type', message: `must be one of ${[...entry.bodies.keys()].join(', ')}` }],
    })
  }
  const isParsed = mediaType === 'application/json' || mediaType === 'application/x-www-form-urlencoded'
  return isParsed ? validator.body(mediaType, request.body ?? {}) : undefined
}

function assertPublicOperations(): void {
  const declared = specEntries.filter((entry) => entry.isPublic).map((entry) => entry.id)
  const listed: readonly string[] = PUBLIC_OPERATION_IDS
  const differing = [
    ...declared.filter((id) => !listed.includes(id)),
    ...listed.filter((id) => !declared.some((other) => other === id)),
  ]
  if (differing.length > 0)
    throw new Error(`Public in the spec or in operation.ts, not in both: ${differing.join(', ')}`)
}

function createCheck(app: FastifyInstance, entry: SpecEntry, validator: OperationValidator): AnswerCheck {
  return (status, body) => {
    const fault = validator.answerFault(status, body)
    if (fault) app.answerFaults.push(`${entry.id} ${status}: ${fault}`)
  }
}

function checkAnswers(app: FastifyInstance, checks: ReadonlyMap<OperationId, AnswerCheck>): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const operation = request.routeOptions.config.operation
    if (operation) checks.get(operation.id)?.(reply.statusCode, payload)
    return payload
  })
}

/**
 * Authenticates by an ingest key: as a bearer token, as the password of Basic with any user name, or as an API key of
 * Elasticsearch with any id, and where the operation takes it so as the parameter `p`, as InfluxDB 1 has its password, or as webhooks have it.
 */
async function requireSender(ctx: Context, request: FastifyRequest): Promise<Sender> {
  const secret =
    secretOf(request.headers.authorization ?? '') ?? secretInQuery(request) ?? secretOfWebhook(ctx, request)
  const sender = secret === undefined ? null : await findSender(ctx, secret)
  if (!sender) throw new DomainError('UNAUTHENTICATED', { message: REFUSAL })
  return sender
}

function secretInQuery({ routeOptions, query }: FastifyRequest): string | undefined {
  const { p } = query as { p?: unknown }
  return routeOptions.config.operation?.takesKeyInQuery && typeof p === 'string' ? p : undefined
}

/** The secret token of GitLab, or the sealed key in the address, which is worth nothing until the signature was verified. */
function secretOfWebhook(ctx: Context, { routeOptions, query, headers }: FastifyRequest): string | undefined {
  if (!routeOptions.config.operation?.isWebhook) return undefined
  const token = headers['x-gitlab-token']
  if (typeof token === 'string') return token
  const { hook } = query as { hook?: unknown }
  return typeof hook === 'string' ? openHook(ctx, hook) : undefined
}

/** Whether a request for what keys and accounts may read comes with a key. */
function presentsIngestKey({ headers }: FastifyRequest): boolean {
  const header = headers.authorization ?? ''
  return /^Basic\s/i.test(header) || secretOf(header)?.startsWith(INGEST_KEY_PREFIX) === true
}

/** As `requireSender`, for a key that may read its project's data. */
async function requireReader(ctx: Context, request: FastifyRequest): Promise<Sender> {
  const sender = await requireSender(ctx, request)
  if (!sender.mayRead) throw new DomainError('SCOPE_MISSING', { message: READ_REFUSAL })
  return sender
}

const READ_REFUSAL = {
  en: 'This ingest key may send only: create one of the project that may read as well.',
  'zh-CN': '此接入密钥只能发送数据：请为该项目创建一个可读取的密钥。',
}

const REFUSAL = {
  en: 'Send a valid ingest key of the project: Authorization: Bearer omen_in_…',
  'zh-CN': '请使用该项目的有效接入密钥：Authorization: Bearer omen_in_…',
}

function secretOf(header: string): string | undefined {
  const [, scheme, value = ''] = /^(Bearer|Token|Basic|ApiKey)\s+(\S+)$/i.exec(header) ?? []
  const isPair = /^(basic|apikey)$/i.test(scheme ?? '') && !value.startsWith(INGEST_KEY_PREFIX)
  // InfluxDB 1 writes its name and password behind Token
  if (!isPair) return scheme && value.slice(value.indexOf(':') + 1)
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}
