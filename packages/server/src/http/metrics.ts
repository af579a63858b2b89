import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { countLiveFindings } from '../domain/findings/index.ts'
import { findTokenCaller, TOKEN_PREFIX } from '../domain/tokens/index.ts'

/** `GET /metrics`, for this machine or with the token; with an administrator's access token also what was found in projects. */
export function addMetrics(app: FastifyInstance, ctx: Context): void {
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
    const isAdmin = await showsAdminToken(ctx, request)
    if (!isAdmin) requireReader(ctx.settings, request)
    const texts = [await registry.metrics(), ...(isAdmin ? [await findingMetrics(ctx)] : [])]
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
}

/** The counts stand in the database: each server of it gives the same. */
async function findingMetrics(ctx: Context): Promise<string> {
  const { reported, open, incidents } = await countLiveFindings(ctx)
  const registry = new Registry()
  const registers = [registry]
  const [name, help] = ['omen_findings_total', 'Findings reported by live detection']
  const total = new Counter({ name, help, labelNames: ['project', 'owner', 'kind'], registers })
  const lasting = new Gauge({
    name: 'omen_findings_open',
    help: 'Findings that last',
    labelNames: ['project', 'owner', 'kind'],
    registers,
  })
  const unresolved = new Gauge({
    name: 'omen_incidents_open',
    help: 'Incidents that are not resolved',
    labelNames: ['project', 'owner'],
    registers,
  })
  for (const { count, ...labels } of reported) total.inc(labels, count)
  for (const { count, ...labels } of open) lasting.set(labels, count)
  for (const { count, ...labels } of incidents) unresolved.set(labels, count)
  return registry.metrics()
}

async function showsAdminToken(ctx: Context, { headers }: FastifyRequest): Promise<boolean> {
  const [, secret] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const caller = secret?.startsWith(TOKEN_PREFIX) ? await findTokenCaller(ctx, secret) : null
  return caller?.scopes.includes('admin') === true
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
