import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { DomainError } from '../domain/errors.ts'

type HostSettings = Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts'>

/**
 * Rejects requests under a host name that is not this server's, for page, API and /metrics alike: a foreign page whose
 * name points here (DNS rebinding) would otherwise read answers as same-origin.
 */
export function addAllowedHosts(app: FastifyInstance, settings: HostSettings): void {
  const isAllowed = createHostCheck(settings)
  app.addHook('onRequest', async (request) => {
    const name = hostNameOf(request)
    if (name === null) return requireOldHttp(request)
    if (isAllowed(name)) return
    throw new DomainError('HOST_NOT_ALLOWED', {
      details: [{ field: 'Host', name: name.slice(0, 255), message: 'add it to OMEN_ALLOWED_HOSTS to allow it' }],
    })
  })
}

/** Addresses are always allowed, since rebinding needs a name; so are localhost and what is below it. */
export function createHostCheck({ host, publicUrl, allowedHosts }: HostSettings): (name: string) => boolean {
  const own = ['localhost', '.localhost', host.toLowerCase()]
  const names = [...own, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]), ...allowedHosts]
  if (names.includes('*')) return () => true
  const exact = new Set(names)
  const suffixes = names.filter((name) => name.startsWith('.'))
  return (name) => isIP(name) !== 0 || exact.has(name) || suffixes.some((suffix) => name.endsWith(suffix))
}

/** A missing Host is allowed only in HTTP/1.0, which load balancer checks may use and browsers do not. */
function requireOldHttp({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.0') return
  throw new DomainError('VALIDATION_FAILED', { details: [{ field: 'Host', message: 'is required' }] })
}

/** As sent by the client, not as forwarded by a proxy; null if there is none. */
function hostNameOf({ raw }: FastifyRequest): string | null {
  const { host } = raw.headers
  if (host === undefined || host === '') return null
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  return name.toLowerCase().replace(/\.$/, '')
}
