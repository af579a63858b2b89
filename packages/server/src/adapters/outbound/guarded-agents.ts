import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Outbound } from '../../ports/outbound.ts'
import { withoutBrackets } from './address-guard.ts'

export interface GuardedAgentsOptions {
  /** Throws where the host may not be connected to. */
  requireHost(host: string): void
  /** Undefined where a proxy resolves names. */
  readonly lookup: LookupFunction | undefined
  readonly proxy: string | null
  readonly ca: string[] | undefined
}

type Create = (
  options: AgentOptions & { host?: string | null },
  callback?: (error: Error | null, stream: Duplex) => void,
) => Duplex | null | undefined

/** For clients with a transport of their own. */
export function createGuardedAgents({ requireHost, lookup, proxy, ca }: GuardedAgentsOptions): Outbound['agents'] {
  const options = {
    keepAlive: true,
    ...(lookup && { lookup }),
    ...(ca && { ca }),
    ...(proxy !== null && { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }),
  }
  const guarded = <T extends HttpAgent>(agent: T): T => {
    const create = agent.createConnection.bind(agent) as Create
    const checked: Create = (connection, callback) => {
      try {
        requireHost(withoutBrackets(connection.host ?? ''))
      } catch (error) {
        callback?.(error as Error, undefined as unknown as Duplex)
        return undefined
      }
      return create(connection, callback)
    }
    return Object.assign(agent, { createConnection: checked })
  }
  return { http: guarded(new HttpAgent(options)), https: guarded(new HttpsAgent(options)) }
}
