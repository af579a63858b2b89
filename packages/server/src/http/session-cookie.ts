import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'

export const sessionCookieName = 'omen_session'
const deviceCookieName = 'omen_device'
const deviceMs = 180 * 86_400_000

export interface SessionCookie {
  secret: string
  /** Without it, the cookie ends with the browser session. */
  maxAgeSeconds: number | null
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, cookie: SessionCookie): void {
  const age = cookie.maxAgeSeconds === null ? {} : { maxAge: cookie.maxAgeSeconds }
  reply.setCookie(sessionCookieName, cookie.secret, { ...attributes(settings), ...age })
}

/** The device stays known for as long as browsers keep a cookie that is not renewed; signing out does not change it. */
export function setDeviceCookie(reply: FastifyReply, settings: Settings, secret: string, now: number): void {
  reply.setCookie(deviceCookieName, secret, { ...attributes(settings), expires: new Date(now + deviceMs) })
}

/** Null where there is none, or one that this server did not make. */
export function deviceSecretOf(request: FastifyRequest): string | null {
  const shown = request.cookies[deviceCookieName] ?? ''
  return /^[\w-]{43}$/.test(shown) ? shown : null
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(sessionCookieName, attributes(settings))
}

function attributes(settings: Settings): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.publicUrl?.startsWith('https:') === true }
}
