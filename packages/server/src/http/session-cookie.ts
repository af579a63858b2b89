import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { Settings } from '../config/settings.ts'

export const sessionCookieName = 'omen_session'

export interface SessionCookie {
  secret: string
  /** Without it the cookie goes with the browser's window. */
  maxAgeSeconds: number | null
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, cookie: SessionCookie): void {
  const age = cookie.maxAgeSeconds === null ? {} : { maxAge: cookie.maxAgeSeconds }
  reply.setCookie(sessionCookieName, cookie.secret, { ...attributes(settings), ...age })
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(sessionCookieName, attributes(settings))
}

function attributes(settings: Settings): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.publicUrl?.startsWith('https:') === true }
}
