import type { FastifyRequest } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { findSession } from '../domain/sessions/index.ts'
import { findTokenCaller } from '../domain/tokens/index.ts'
import { csrfTokenMatches } from './csrf.ts'
import { requireScope } from './scopes.ts'
import { SESSION_COOKIE_NAME } from './session-cookie.ts'
import type { SpecEntry } from './spec.ts'

/** Authenticates and authorises the caller; public operations have none. With `isUse` false a session is not prolonged. */
export async function requireCaller(
  ctx: Context,
  entry: SpecEntry,
  request: FastifyRequest,
  isUse = true,
): Promise<Caller> {
  const caller = await identify(ctx, request, isUse)
  if (!caller) throw unauthenticated(request)
  if (entry.role === 'admin' && caller.role !== 'admin') throw new DomainError('FORBIDDEN')
  requireScopeOf(entry, caller)
  if (caller.via === 'session' && entry.method !== 'GET') requireCsrfToken(request)
  return caller
}

function unauthenticated({ headers }: FastifyRequest): DomainError {
  if (!bearerOf(headers)) return new DomainError('UNAUTHENTICATED')
  return new DomainError('UNAUTHENTICATED', {
    message: {
      en: 'The access token is not known, or has expired.',
      'zh-CN': '访问令牌无效或已过期。',
    },
  })
}

function bearerOf({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
}

async function identify(ctx: Context, request: FastifyRequest, isUse: boolean): Promise<Caller | null> {
  const bearer = bearerOf(request.headers)
  if (bearer) return findTokenCaller(ctx, bearer)
  const secret = request.cookies[SESSION_COOKIE_NAME]
  return secret ? findSession(ctx, secret, isUse) : null
}

function requireScopeOf({ scope }: SpecEntry, caller: Caller): void {
  if (caller.via === 'session' || scope === 'any') return
  if (scope === 'none') throw tokensRefused()
  requireScope(caller, scope)
}

function tokensRefused(): DomainError {
  return new DomainError('SCOPE_MISSING', {
    message: {
      en: 'This cannot be done with an access token: sign in on the page.',
      'zh-CN': '此操作不接受访问令牌，请在页面登录后进行。',
    },
  })
}

function requireCsrfToken(request: FastifyRequest): void {
  const shown = request.headers['x-csrf-token']
  const secret = request.cookies[SESSION_COOKIE_NAME] ?? ''
  if (typeof shown === 'string' && csrfTokenMatches(secret, shown)) return
  throw new DomainError('CSRF_FAILED', {
    details: [
      { field: 'X-CSRF-Token', message: shown === undefined ? 'is missing' : 'is not the one of this session' },
    ],
  })
}
