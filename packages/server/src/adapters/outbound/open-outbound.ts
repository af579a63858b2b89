import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici'
import { SettingError } from '../../config/load-settings.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { createAddressGuard, withoutBrackets } from './address-guard.ts'
import { createGuardedLookup, type LookupAll } from './guarded-lookup.ts'
import { outboundFetch } from './outbound-fetch.ts'
import { toOutboundError } from './to-outbound-error.ts'

const CONNECT_MS = 10_000

export interface OutboundOptions {
  /** Private networks, addresses and host names that may be connected to; `*` for all. */
  readonly allow: readonly string[]
  readonly proxy: string | null
  /** Path of a PEM file. */
  readonly ca: string | null
  /** For tests. */
  readonly lookup?: LookupAll
}

export function openOutbound({ allow, proxy, ca, lookup: lookupAll }: OutboundOptions): Outbound {
  const guard = createAddressGuard(allow)
  const lookup = createGuardedLookup(guard, lookupAll)
  const certificates = ca === null ? undefined : [...getCACertificates('default'), readAuthorities(ca)]
  const requireHost = proxy === null ? guard.requireLiteral : guard.requireName
  const tls = { ...(certificates && { ca: certificates }) }
  const dispatcher: Dispatcher =
    proxy === null
      ? new Agent({ connect: buildConnector({ lookup, timeout: CONNECT_MS, ...tls }) })
      : new ProxyAgent({ uri: proxy, requestTls: { timeout: CONNECT_MS, ...tls } })
  return {
    certificates,
    fetch: (url, init) => outboundFetch({ dispatcher, requireHost }, url, init),
    resolve: (host) => resolveAllowed(host, guard.requireLiteral, lookup),
    close: () => dispatcher.destroy(),
  }
}

async function resolveAllowed(
  given: string,
  requireLiteral: (host: string) => void,
  lookup: ReturnType<typeof createGuardedLookup>,
): Promise<string> {
  const host = withoutBrackets(given)
  requireLiteral(host)
  if (isIP(host) !== 0) return host
  return new Promise((resolve, reject) => {
    lookup(host, {}, (error, address) => (error ? reject(toOutboundError(host, error)) : resolve(address as string)))
  })
}

function readAuthorities(path: string): string {
  try {
    const pem = readFileSync(path, 'utf8')
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem
  } catch (cause) {
    throw new SettingError(`OMEN_OUTBOUND_CA: ${(cause as Error).message}`, { cause })
  }
  throw new SettingError(`OMEN_OUTBOUND_CA: ${path} holds no certificate in PEM.`)
}
