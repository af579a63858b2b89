import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import './fastify-types.ts'
import type { Context } from '../domain/context.ts'
import { addAllowedHosts } from './allowed-hosts.ts'
import { guardOpenAnswers } from './answer-guard.ts'
import { addBodyGuard } from './body-guard.ts'
import { answerError, answerUnreadable } from './errors.ts'
import { addMetrics } from './metrics.ts'
import { addNotFound } from './not-found.ts'
import type { OpenAnswer } from './open-answers.ts'
import { bindOperations } from './openapi.ts'
import { addPermissionsPolicy } from './permissions-policy.ts'
import { handlers, workerHandlers } from './routes/index.ts'
import { securityHeaders } from './security-headers.ts'
import { addPage, addPageName, builtPage, inlineScriptHashes } from './static.ts'
import { addStop } from './stop.ts'
import { trustedProxies } from './trusted-proxies.ts'

export interface AppOptions {
  /** The folder of the built page. */
  page?: string
  /** Compare every answer with the spec. For tests. */
  checkAnswers?: boolean
}

/** The HTTP application of one context: the API, the page, /metrics. A worker serves only health, version and metrics. */
export async function createApp(ctx: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const { settings } = ctx
  const page = options.page ?? builtPage
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.maxBodyBytes,
    trustProxy: trustedProxies(settings.trustProxy),
    http: {
      // The host check reports it, in the same format as every other error.
      requireHostHeader: false,
      headersTimeout: settings.headerSeconds * 1000,
      connectionsCheckingInterval: Math.min(settings.headerSeconds, 5) * 1000,
    },
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Requests are answered normally until the last connection is closed.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  app.decorate('openAnswers', new Set<OpenAnswer>())
  app.decorate('answerFaults', [])
  app.decorateRequest('caller', null)
  app.decorateRequest('sender', null)
  app.decorateRequest('visitor', null)
  app.decorateRequest('refusal', null)
  app.setErrorHandler(answerError)
  addStop(app)
  addAllowedHosts(app, settings)
  addBodyGuard(app, ctx)
  await addPlugins(app, ctx, page)
  addRequestLog(app)
  addMetrics(app, ctx)
  const isWorker = settings.role === 'worker'
  if (!isWorker) {
    addPageName(app, page)
    addPage(app, page, settings.apiBase)
  }
  const bound = isWorker ? workerHandlers : handlers
  bindOperations(app, ctx, { handlers: bound, checkAnswers: options.checkAnswers === true })
  const hasPage = !isWorker && existsSync(join(page, 'index.html'))
  addNotFound(app, { apiBase: settings.apiBase, bound: new Set(Object.keys(bound)), page: hasPage ? page : null })
  if (!isWorker) await guardOpenAnswers(app, ctx)
  return app
}

async function addPlugins(app: FastifyInstance, { settings }: Context, page: string): Promise<void> {
  addPermissionsPolicy(app)
  await app.register(helmet, securityHeaders(settings, inlineScriptHashes(page)))
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } })
  await app.register(rateLimit, { global: false })
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart, {
    limits: { fileSize: settings.maxUploadBytes, files: 2, fields: 50, fieldSize: settings.maxBodyBytes },
  })
  app.removeContentTypeParser('text/plain')
  // Raw uploads stay streams: their handler reads them.
  app.addContentTypeParser(['application/octet-stream', 'text/csv', 'application/gzip'], (_request, payload, done) =>
    done(null, payload),
  )
}

/** One line a request: no query, which may hold keys, and no headers. */
function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.caller && { account: request.caller.userName }),
    }
    request.log.info(fields, 'request')
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    if (request.routeOptions.config.operation && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store')
  })
}
