import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'
import { networkOf } from '../domain/network.ts'
import type { OperationId } from './operation.ts'

interface Limit {
  readonly max: (settings: Settings) => number
  /** Default: a minute. */
  readonly windowMs?: number
  /** Default: the caller's network. */
  readonly by?: 'account'
  /** Of those by account: whether a request counts; default: each does. */
  readonly counts?: (body: { readonly operation?: string }) => boolean
  readonly operations: readonly OperationId[]
}

const MINUTE_MS = 60_000

/** The operations of one limit count together. */
const limits: readonly Limit[] = [
  {
    max: (settings) => settings.rateLimitLogin,
    operations: ['loginCheck', 'resetPassword', 'updateAccount'],
  },
  {
    // Apart from logins: a program that checks mail opens links for everybody behind its address
    max: (settings) => settings.rateLimitLogin,
    operations: ['getAcknowledgeLink', 'acknowledgeByLink', 'getUnsubscribeLink', 'unsubscribeByLink'],
  },
  {
    max: (settings) => settings.rateLimitCodes,
    operations: ['getSignupCode', 'signup', 'getUsernameReminder', 'getTempPassword'],
  },
  {
    max: (settings) => settings.rateLimitUploads,
    operations: [
      'storeFile',
      'uploadTraining',
      'uploadUpdate',
      'uploadDetection',
      'uploadVisualization',
      'publishDataFile',
      'publishDataProject',
    ],
  },
  {
    // Each test of an integration sends to an address that somebody typed in
    max: () => 30,
    windowMs: 60 * MINUTE_MS,
    by: 'account',
    counts: ({ operation }) => operation === 'test',
    operations: ['serviceIntegration'],
  },
  { max: () => 60, by: 'account', operations: ['testConnection'] },
  {
    // A page with an open link asks for each chart; whoever guesses keys gets no further
    max: () => 1200,
    operations: ['getPublished', 'getPublishedDetection', 'getPublishedSeries', 'getPublishedBadge'],
  },
  { max: () => 60, operations: ['getPublishedBundle'] },
]

/** By account, a limit is checked when the caller and the body are known; else before either. */
interface LimitHooks {
  readonly onRequest?: onRequestAsyncHookHandler
  readonly preHandler?: preHandlerAsyncHookHandler
}

/** Hooks by operation, which count in this process. */
export function createRateLimits(app: FastifyInstance, settings: Settings): ReadonlyMap<OperationId, LimitHooks> {
  return new Map(
    limits.flatMap(({ max, windowMs = MINUTE_MS, by, counts, operations }) => {
      const limiter = app.rateLimit({
        max: max(settings),
        timeWindow: windowMs,
        errorResponseBuilder,
        keyGenerator: by === 'account' ? accountOf : (request) => networkOf(request.ip),
        ...(counts && { allowList: (request: FastifyRequest) => !counts((request.body ?? {}) as object) }),
      })
      const hooks: LimitHooks = by === 'account' ? { preHandler: limiter } : { onRequest: limiter }
      return operations.map((id) => [id, hooks] as const)
    }),
  )
}

function accountOf({ caller, ip }: FastifyRequest): string {
  return caller?.accountId ?? networkOf(ip)
}

function errorResponseBuilder(_request: unknown, context: { ttl: number }): Error {
  return new DomainError('RATE_LIMITED', { retryAfterMs: context.ttl })
}
