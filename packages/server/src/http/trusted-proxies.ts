import type { ProxyTrust } from '../config/settings.ts'

/**
 * Whose X-Forwarded-For counts. Trusting every entry would let a client choose its address: the first entry is what the
 * client sent. So a number of proxies is counted from this server outwards.
 */
export function trustedProxies(trust: ProxyTrust): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust
}
