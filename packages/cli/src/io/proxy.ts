// Other projects that compile this file do not include the declaration by themselves.
/// <reference path="./proxy-from-env.d.ts" />
import type { AgentFor } from '@omen/sdk/node'
import { getProxyForUrl } from 'proxy-from-env'
import { UsageError } from '../failures.ts'

/**
 * The agent of the proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY name for a server; undefined without one.
 * Loaded only where there is one.
 */
export async function proxyFor(server: string): Promise<AgentFor | undefined> {
  const proxy = getProxyForUrl(server)
  if (proxy === '') return undefined
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) {
    throw new UsageError(
      `"${withoutPassword(proxy)}" is not the address of a proxy`,
      'Write it like http://proxy:3128.',
    )
  }
  if (server.startsWith('https:')) {
    const { HttpsProxyAgent } = await import('https-proxy-agent')
    const agent = new HttpsProxyAgent(proxy)
    return () => agent
  }
  const { HttpProxyAgent } = await import('http-proxy-agent')
  const agent = new HttpProxyAgent(proxy)
  return () => agent
}

/** The address of the proxy for a server, without its password; undefined for none. */
export function proxyAddress(server: string): string | undefined {
  return withoutPassword(getProxyForUrl(server)) || undefined
}

const withoutPassword = (text: string): string => text.replace(/\/\/[^@/]*@/, '//')
