import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { requireCaller } from './auth.ts'
import { answerOnce } from './idempotency.ts'
import { localeOf } from './locale.ts'
import { type OperationHandler, type OperationHandlers, type OperationId, publicOperationIds } from './operation.ts'
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

/** Makes a route of every operation that has a handler, with its handler, its checks and its limits. */
export function bindOperations(app: FastifyInstance, ctx: Context, options: BindOptions): void {
  assertPublicOperations()
  const validators = new Map<OperationId, OperationValidator>()
  const limits = createRateLimits(app, ctx.settings)
  for (const entry of specEntries) {
    const handle = options.handlers[entry.id] as AnyHandler | undefined
    if (!handle) continue
    const validator = createValidator(entry)
    validators.set(entry.id, validator)
    const limit = limits.get(entry.id)
    const authenticate = async (request: FastifyRequest): Promise<void> => {
      request.caller = entry.isPublic ? null : await requireCaller(ctx, entry, request)
    }
    app.route({
      method: entry.method,
      url: `${ctx.settings.apiBase}${entry.route}`,
      config: { operation: entry },
      onRequest: [...(limit ? [limit] : []), authenticate],
      handler: handlerOf(ctx, entry, validator, handle),
    })
  }
  if (options.checkAnswers) checkAnswers(app, validators)
}

function handlerOf(ctx: Context, entry: SpecEntry, validator: OperationValidator, handle: AnyHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const input = readInput(ctx, entry, validator, request, reply)
    reply.code(entry.status)
    const answer = await answerOnce(ctx, { entry, input, handle: () => handle(input) })
    return answer === undefined ? reply : { success: true, ...(answer as object) }
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
    caller: request.caller,
    locale: localeOf(request),
    ...checked,
    body: readBody(entry, validator, request),
    checkBody: (mediaType: string, fields: unknown) => validator.body(mediaType, fields),
    request,
    reply,
  } as AnyInput
}

/** Multipart and raw bodies are streams: their handlers read them. */
function readBody(entry: SpecEntry, validator: OperationValidator, request: FastifyRequest): unknown {
  if (entry.bodies.size === 0) return undefined
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (mediaType === '') {
    if (!entry.bodyRequired && request.body === undefined) return {}
    throw new DomainError('VALIDATION_FAILED', { details: [{ field: 'body', message: 'is required' }] })
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
  const listed: readonly string[] = publicOperationIds
  const differing = [
    ...declared.filter((id) => !listed.includes(id)),
    ...listed.filter((id) => !declared.some((other) => other === id)),
  ]
  if (differing.length > 0)
    throw new Error(`Public in the spec or in operation.ts, not in both: ${differing.join(', ')}`)
}

function checkAnswers(app: FastifyInstance, validators: ReadonlyMap<OperationId, OperationValidator>): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const operation = request.routeOptions.config.operation
    const fault = operation && validators.get(operation.id)?.answerFault(reply.statusCode, payload)
    if (fault) app.answerFaults.push(`${operation.id} ${reply.statusCode}: ${fault}`)
    return payload
  })
}
