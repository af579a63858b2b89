import type { FastifyRequest } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { findSession } from '../domain/sessions/index.ts'
import { findTokenCaller } from '../domain/tokens/index.ts'
import { csrfTokenMatches } from './csrf.ts'
import { sessionCookieName } from './session-cookie.ts'
import type { SpecEntry } from './spec.ts'

/** Finds out who asks, and whether they may; throws where they may not. Public operations have no caller. */
export async function requireCaller(ctx: Context, entry: SpecEntry, request: FastifyRequest): Promise<Caller> {
  const caller = await identify(ctx, request)
  if (!caller) throw new DomainError('UNAUTHENTICATED')
  requireScope(entry, caller)
  if (entry.role === 'admin' && caller.role !== 'admin') throw new DomainError('FORBIDDEN')
  if (caller.via === 'session' && entry.method !== 'GET') requireCsrfToken(request)
  return caller
}

async function identify(ctx: Context, request: FastifyRequest): Promise<Caller | null> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')
  if (bearer) return findTokenCaller(ctx, bearer[1]!)
  const secret = request.cookies[sessionCookieName]
  return secret ? findSession(ctx, secret) : null
}

function requireScope(entry: SpecEntry, caller: Caller): void {
  if (caller.via === 'session' || entry.scope === 'any') return
  if (entry.scope === 'none') {
    throw new DomainError('SCOPE_MISSING', {
      message: {
        en: 'This cannot be done with an access token: sign in on the page.',
        'zh-CN': '此操作不接受访问令牌，请在页面登录后进行。',
      },
    })
  }
  if (caller.scopes.includes(entry.scope)) return
  throw new DomainError('SCOPE_MISSING', {
    message: {
      en: `The access token lacks the scope "${entry.scope}".`,
      'zh-CN': `该访问令牌缺少权限“${entry.scope}”。`,
    },
    details: [{ field: 'Authorization', name: entry.scope, message: `needs the scope ${entry.scope}` }],
  })
}

function requireCsrfToken(request: FastifyRequest): void {
  const shown = request.headers['x-csrf-token']
  const secret = request.cookies[sessionCookieName] ?? ''
  if (typeof shown === 'string' && csrfTokenMatches(secret, shown)) return
  throw new DomainError('CSRF_FAILED', {
    details: [
      { field: 'X-CSRF-Token', message: shown === undefined ? 'is missing' : 'is not the one of this session' },
    ],
  })
}
