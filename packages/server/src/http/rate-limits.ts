import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'
import { networkOf } from '../domain/network.ts'
import type { OperationId } from './operation.ts'

interface Limit {
  readonly perMinute: (settings: Settings) => number
  readonly operations: readonly OperationId[]
}

/** The operations of one limit count together. */
const limits: readonly Limit[] = [
  {
    perMinute: (settings) => settings.rateLimitLogin,
    operations: [
      ...(['loginCheck', 'resetPassword', 'updateAccount'] as const),
      ...(['getAcknowledgeLink', 'acknowledgeByLink', 'getUnsubscribeLink', 'unsubscribeByLink'] as const),
    ],
  },
  {
    perMinute: (settings) => settings.rateLimitCodes,
    operations: ['getSignupCode', 'signup', 'getUsernameReminder', 'getTempPassword'],
  },
  {
    perMinute: (settings) => settings.rateLimitUploads,
    operations: ['storeFile', 'uploadTraining', 'uploadUpdate', 'uploadDetection', 'uploadVisualization'],
  },
]

/** Hooks by operation. Each counts by the caller's network, in this process. */
export function createRateLimits(
  app: FastifyInstance,
  settings: Settings,
): ReadonlyMap<OperationId, onRequestAsyncHookHandler> {
  return new Map(
    limits.flatMap(({ perMinute, operations }) => {
      const limiter = app.rateLimit({
        max: perMinute(settings),
        timeWindow: 60_000,
        keyGenerator,
        errorResponseBuilder,
      })
      return operations.map((id) => [id, limiter as onRequestAsyncHookHandler] as const)
    }),
  )
}

function keyGenerator(request: FastifyRequest): string {
  return networkOf(request.ip)
}

function errorResponseBuilder(_request: unknown, context: { ttl: number }): Error {
  return new DomainError('RATE_LIMITED', { retryAfterMs: context.ttl })
}
