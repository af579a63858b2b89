// Other projects that compile this file do not include the declaration by themselves.
/// <reference path="./proxy-from-env.d.ts" />
import type { AgentFor } from '@omen/sdk/node'
import { getProxyForUrl } from 'proxy-from-env'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { withoutPassword } from './server-address.ts'

/**
 * The agent of the proxy that HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY name for a server; undefined without one.
 * Loaded only where there is one.
 */
export async function proxyFor(server: string): Promise<AgentFor | undefined> {
  const proxy = getProxyForUrl(server)
  if (proxy === '') return undefined
  const { name, value } = variableFor(server)
  // A word alone would be looked up as the name of a machine, and blamed on the network.
  const isWord = !/[:.]/.test(value)
  const shown = withoutPassword(isWord ? value : proxy)
  if (isWord || shown === undefined || !/^https?:\/\//i.test(proxy) || !URL.canParse(proxy)) {
    const subject = shown === undefined ? 'The address given' : `"${shown}"`
    throw new UsageError(`${subject} is not the address of a proxy (${name})`, 'Write it like http://proxy:3128.')
  }
  const label = `The proxy ${shown} (${name})`
  if (server.startsWith('https:')) {
    const { HttpsProxyAgent } = await import('https-proxy-agent')
    const agent = namingProxy(new HttpsProxyAgent(proxy), label)
    return () => agent
  }
  const { HttpProxyAgent } = await import('http-proxy-agent')
  const agent = namingProxy(new HttpProxyAgent(proxy), label)
  return () => agent
}

/** The variable of the environment that the proxy for a server comes from, and its value as given. */
function variableFor(server: string): { name: string; value: string } {
  const scheme = `${new URL(server).protocol.slice(0, -1)}_proxy`
  const names = [scheme, scheme.toUpperCase(), 'all_proxy', 'ALL_PROXY']
  const name = names.find((one) => process.env[one]) ?? scheme
  return { name, value: process.env[name] ?? '' }
}

/** An agent whose failure to connect names the proxy instead of the server. */
function namingProxy<Given, Socket, Proxied extends { connect(...given: Given[]): Promise<Socket> }>(
  agent: Proxied,
  label: string,
): Proxied {
  const connect = agent.connect.bind(agent)
  agent.connect = async (...given) => {
    try {
      return await connect(...given)
    } catch (cause) {
      const message = `${label} could not be reached: ${(cause as Error).message}`
      const hint = 'Is it right? NO_PROXY names servers that need no proxy.'
      throw new CliError(message, { code: 'NETWORK', exit: EXIT_CODE.tryAgain, hint, cause })
    }
  }
  return agent
}

/** The address of the proxy for a server, to be shown without its password; undefined for none. */
export function proxyAddress(server: string): string | undefined {
  const proxy = getProxyForUrl(server)
  return proxy === '' ? undefined : (withoutPassword(proxy) ?? 'not shown, because it may contain a password')
}
