import { openOutbound } from '../adapters/outbound/open-outbound.ts'
import type { Outbound } from '../ports/outbound.ts'

/** The real way out, which leads to servers on loopback; all requests wait for the same time where one is given. */
export function openTestOutbound({ timeoutMs }: { timeoutMs?: number | undefined } = {}): Outbound {
  const outbound = openOutbound({ allow: ['*'], proxy: null, ca: null })
  if (timeoutMs === undefined) return outbound
  return { ...outbound, fetch: (url, init) => outbound.fetch(url, { ...init, timeoutMs }) }
}
