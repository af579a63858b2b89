import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'

export const SESSION_COOKIE_NAME = 'omen_session'
const DEVICE_COOKIE_NAME = 'omen_device'
const DEVICE_MS = 180 * 86_400_000

export interface SessionCookie {
  secret: string
  /** Without it, the cookie ends with the browser session. */
  maxAgeSeconds: number | null
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, cookie: SessionCookie): void {
  const age = cookie.maxAgeSeconds === null ? {} : { maxAge: cookie.maxAgeSeconds }
  reply.setCookie(SESSION_COOKIE_NAME, cookie.secret, { ...attributes(settings), ...age })
}

/** The device stays known for as long as browsers keep a cookie that is not renewed; signing out does not change it. */
export function setDeviceCookie(reply: FastifyReply, settings: Settings, secret: string, now: number): void {
  reply.setCookie(DEVICE_COOKIE_NAME, secret, { ...attributes(settings), expires: new Date(now + DEVICE_MS) })
}

/** Null where there is none, or one that this server did not make. */
export function deviceSecretOf(request: FastifyRequest): string | null {
  const shown = request.cookies[DEVICE_COOKIE_NAME] ?? ''
  return /^[\w-]{43}$/.test(shown) ? shown : null
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(SESSION_COOKIE_NAME, attributes(settings))
}

function attributes(settings: Settings): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.publicUrl?.startsWith('https:') === true }
}
