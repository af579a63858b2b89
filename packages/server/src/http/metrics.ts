import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'

/** `GET /metrics`, for this machine or with the token. */
export function addMetrics(app: FastifyInstance, settings: Settings): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'omen_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation?.id ?? 'other'
    durations.observe({ operation, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    requireReader(settings, request)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

function requireReader(settings: Settings, request: FastifyRequest): void {
  const allowed =
    settings.metricsToken === null ? isFromThisMachine(request) : showsToken(settings.metricsToken, request)
  if (!allowed) throw new DomainError('UNAUTHENTICATED')
}

/** A request forwarded by a proxy on this machine is not local. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}

function showsToken(token: string, request: FastifyRequest): boolean {
  const expected = Buffer.from(`Bearer ${token}`)
  const shown = Buffer.from(request.headers.authorization ?? '')
  return expected.length === shown.length && timingSafeEqual(expected, shown)
}
