import type { FastifyRequest } from 'fastify'
import type { Context, Sender } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { openHook } from '../domain/events/index.ts'
import { findSender, ingestKeyPrefix } from '../domain/ingest-keys/index.ts'

/**
 * Authenticates by an ingest key: as a bearer token, as the password of Basic with any user name, or as an API key of
 * Elasticsearch with any id, and where the operation takes it so as the parameter `p`, as InfluxDB 1 has its password, or as webhooks have it.
 */
export async function requireSender(ctx: Context, request: FastifyRequest): Promise<Sender> {
  const secret =
    secretOf(request.headers.authorization ?? '') ?? secretInQuery(request) ?? secretOfWebhook(ctx, request)
  const sender = secret === undefined ? null : await findSender(ctx, secret)
  if (!sender) throw new DomainError('UNAUTHENTICATED', { message: refusal })
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
export function presentsIngestKey({ headers }: FastifyRequest): boolean {
  const header = headers.authorization ?? ''
  return /^Basic\s/i.test(header) || secretOf(header)?.startsWith(ingestKeyPrefix) === true
}

/** As `requireSender`, for a key that may read its project's data. */
export async function requireReader(ctx: Context, request: FastifyRequest): Promise<Sender> {
  const sender = await requireSender(ctx, request)
  if (!sender.mayRead) throw new DomainError('SCOPE_MISSING', { message: readRefusal })
  return sender
}

const readRefusal = {
  en: 'This ingest key may send only: create one of the project that may read as well.',
  'zh-CN': '此接入密钥只能发送数据：请为该项目创建一个可读取的密钥。',
}

const refusal = {
  en: 'Send a valid ingest key of the project: Authorization: Bearer omen_in_…',
  'zh-CN': '请使用该项目的有效接入密钥：Authorization: Bearer omen_in_…',
}

function secretOf(header: string): string | undefined {
  const [, scheme, value = ''] = /^(Bearer|Token|Basic|ApiKey)\s+(\S+)$/i.exec(header) ?? []
  const isPair = /^(basic|apikey)$/i.test(scheme ?? '') && !value.startsWith(ingestKeyPrefix)
  // InfluxDB 1 writes its name and password behind Token
  if (!isPair) return scheme && value.slice(value.indexOf(':') + 1)
  const pair = Buffer.from(value, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}
