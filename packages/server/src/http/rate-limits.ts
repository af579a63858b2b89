import type { RateLimitOptions } from '@fastify/rate-limit'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'
import type { OperationId } from './operation.ts'
import type { SpecEntry } from './spec.ts'

interface Limit {
  readonly group: string
  readonly perMinute: (settings: Settings) => number
  readonly operations: readonly OperationId[]
}

const limits: readonly Limit[] = [
  {
    group: 'login',
    perMinute: (settings) => settings.rateLimitLogin,
    operations: ['loginCheck', 'resetPassword', 'updateAccount'],
  },
  {
    group: 'codes',
    perMinute: (settings) => settings.rateLimitCodes,
    operations: ['getSignupCode', 'signup', 'getUsernameReminder', 'getTempPassword'],
  },
  {
    group: 'uploads',
    perMinute: (settings) => settings.rateLimitUploads,
    operations: ['storeFile', 'uploadTraining', 'uploadUpdate', 'uploadDetection', 'uploadVisualization'],
  },
]

/** The part of a route's configuration that `@fastify/rate-limit` reads; the operations of a group count together. */
export function rateLimitOf(settings: Settings, entry: SpecEntry): { rateLimit?: RateLimitOptions } {
  const limit = limits.find((candidate) => candidate.operations.includes(entry.id))
  if (!limit) return {}
  return {
    rateLimit: { groupId: limit.group, max: limit.perMinute(settings), timeWindow: 60_000, errorResponseBuilder },
  }
}

function errorResponseBuilder(_request: unknown, context: { ttl: number }): Error {
  return new DomainError('RATE_LIMITED', { retryAfterMs: context.ttl })
}
