import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  CODE_LIFE_MS,
  checkLogin,
  getProfile,
  type LoginDevice,
  listAccounts,
  manageAccount,
  RESEND_AFTER_MS,
  remindUserName,
  requestSignupCode,
  requestTempPassword,
  resetPassword,
  type SignedIn,
  signUp,
  updateProfile,
} from '../../domain/accounts/index.ts'
import type { Context } from '../../domain/context.ts'
import { endOtherSessions, endSession, endSessionOf, isRemembered, listSessions } from '../../domain/sessions/index.ts'
import { csrfTokenOf } from '../csrf.ts'
import type { OperationHandlers } from '../operation.ts'
import {
  clearSessionCookie,
  deviceSecretOf,
  SESSION_COOKIE_NAME,
  setDeviceCookie,
  setSessionCookie,
} from '../session-cookie.ts'

type AccountOperation =
  | 'loginCheck'
  | 'logout'
  | 'getSession'
  | 'getSignupCode'
  | 'signup'
  | 'getUsernameReminder'
  | 'getTempPassword'
  | 'resetPassword'
  | 'getAccount'
  | 'updateAccount'
  | 'listSessions'
  | 'endSessions'
  | 'listAccounts'
  | 'manageAccount'

export const accountOperations: OperationHandlers<AccountOperation> = {
  loginCheck: async ({ ctx, body, request, reply }) => {
    const signedIn = await checkLogin(ctx, { ...body, remember: body.remember ?? false, device: deviceOf(request) })
    return answerSignedIn(ctx, { request, reply }, signedIn)
  },
  logout: async ({ ctx, caller, reply }) => {
    await endSession(ctx, caller, caller.credentialId)
    clearSessionCookie(reply, ctx.settings)
    return {}
  },
  getSession: async ({ ctx, caller, request, reply }) => {
    const answer = { user: await getProfile(ctx, caller), scopes: [...caller.scopes] }
    const secret = request.cookies[SESSION_COOKIE_NAME]
    if (caller.via === 'token' || !secret) return answer
    // Renews the cookie's lifetime, as use renews the session.
    if (await isRemembered(ctx, caller))
      setSessionCookie(reply, ctx.settings, { secret, maxAgeSeconds: rememberSeconds(ctx) })
    return { ...answer, token: csrfTokenOf(secret) }
  },
  getSignupCode: async ({ ctx, body, locale }) => {
    await requestSignupCode(ctx, { ...body, locale })
    return { resendAfterMs: RESEND_AFTER_MS, expiresInMs: CODE_LIFE_MS }
  },
  signup: async ({ ctx, body, locale, request, reply }) => {
    const details = { ...body, locale: body.locale ?? locale, timeZone: body.timeZone ?? 'UTC' }
    return answerSignedIn(ctx, { request, reply }, await signUp(ctx, { ...details, device: deviceOf(request) }))
  },
  getUsernameReminder: async ({ ctx, body }) => {
    remindUserName(ctx, body)
    return {}
  },
  getTempPassword: async ({ ctx, body }) => {
    requestTempPassword(ctx, body)
    return {}
  },
  resetPassword: async ({ ctx, body }) => {
    await resetPassword(ctx, body)
    return {}
  },
  getAccount: async ({ ctx, caller }) => ({ user: await getProfile(ctx, caller) }),
  updateAccount: async ({ ctx, caller, body }) => ({ user: await updateProfile(ctx, caller, body) }),
  listSessions: async ({ ctx, caller }) => ({ sessions: await listSessions(ctx, caller) }),
  endSessions: async ({ ctx, caller, query }) => {
    if (query.id !== undefined) return { ended: await endSession(ctx, caller, query.id) }
    return { ended: await endOtherSessions(ctx, caller) }
  },
  listAccounts: async ({ ctx, query }) => {
    const { page = 1, pageSize = 50, q } = query
    const { accounts, total } = await listAccounts(ctx, { page, pageSize, q })
    return { accounts, page: { page, pageSize, total } }
  },
  manageAccount: async ({ ctx, path, body }) => ({ account: await manageAccount(ctx, path.userName, body) }),
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The cookie of the new session replaces that of the request, whose session would stay valid unnoticed: it ends. */
async function answerSignedIn(ctx: Context, { request, reply }: Exchange, { user, session, deviceSecret }: SignedIn) {
  const replaced = request.cookies[SESSION_COOKIE_NAME]
  if (replaced) await endSessionOf(ctx, replaced)
  const maxAgeSeconds = session.remember ? rememberSeconds(ctx) : null
  setSessionCookie(reply, ctx.settings, { secret: session.secret, maxAgeSeconds })
  setDeviceCookie(reply, ctx.settings, deviceSecret, ctx.clock.now())
  return { token: csrfTokenOf(session.secret), user }
}

function rememberSeconds(ctx: Context): number {
  return ctx.settings.rememberDays * 86_400
}

function deviceOf(request: FastifyRequest): LoginDevice {
  return {
    userAgent: request.headers['user-agent'] ?? null,
    address: request.ip,
    secret: deviceSecretOf(request),
  }
}
