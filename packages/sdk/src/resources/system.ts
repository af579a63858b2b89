import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { Health, Version } from '../types.ts'
import { settle, toProblem } from '../unwrap.ts'

/** The server itself; no login needed. */
export interface System {
  /** Health of the server and its stores. An unhealthy server is a result too (`success` false) and does not throw. */
  health(options?: CallOptions): Promise<Health>
  /** Versions, and whether sign-up needs an invitation. */
  version(options?: CallOptions): Promise<Version>
}

/** The system operations of a client. */
export function system(transport: Transport): System {
  return {
    async health(options) {
      // Bypasses the retrying client: 503 is a result here, not a reason to wait.
      const request = new Request(`${transport.baseUrl}/health`, { headers: transport.headers('GET'), ...options })
      const response = await settle(transport.send(request))
      const body: unknown = await settle(response.json().catch(() => undefined))
      if (isHealth(body)) return body
      throw toProblem(response, body)
    },
    version: (options) => transport.unwrap(transport.client.GET('/version', { ...options })),
  }
}

function isHealth(body: unknown): body is Health {
  return typeof body === 'object' && body !== null && 'state' in body && 'stores' in body
}
