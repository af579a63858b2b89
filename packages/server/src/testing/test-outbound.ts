import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { type Outbound, OutboundError } from '../ports/outbound.ts'

/** The way to servers on loopback: plain `fetch`, with the errors of the real one. */
export function openTestOutbound({ timeoutMs: ownTimeoutMs }: { timeoutMs?: number | undefined } = {}): Outbound {
  const agents = { http: new HttpAgent(), https: new HttpsAgent() }
  return {
    agents,
    certificates: undefined,
    async fetch(url, { timeoutMs = 30_000, maxRedirects = 5, signal, ...init } = {}) {
      const timeout = AbortSignal.timeout(ownTimeoutMs ?? timeoutMs)
      try {
        return await fetch(url, {
          ...init,
          redirect: maxRedirects === 0 ? 'manual' : 'follow',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
      } catch (cause) {
        signal?.throwIfAborted()
        if (timeout.aborted) throw new OutboundError('timeout', 'No answer came in time.', { cause })
        throw new OutboundError('unreachable', 'Nothing listens at this address.', { cause })
      }
    },
    resolve: async (host) => host,
    async close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
