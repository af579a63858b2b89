import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { HOSTS, minutesAround, type RealProvider } from './real-providers.ts'

/**
 * The address of an OpenSearch or Elasticsearch without security, to be tried against as well. Neither is in Debian or on npm, so tests start none:
 * see docs/adr/0016.
 */
const address = process.env.OMEN_TEST_OPENSEARCH

export const hasOpenSearch = (): boolean => address !== undefined

/** An index of its own with a line a minute of two hosts; what it is asked goes through a port that can be closed. */
export async function startRealOpenSearch(): Promise<RealProvider> {
  const index = `omen-test-${Date.now()}`
  await call('PUT', index, { mappings: { properties: { '@timestamp': { type: 'date' } } } })
  const documents = HOSTS.flatMap((host) =>
    minutesAround().map((time) => ({
      '@timestamp': time,
      message: `order ${time % 997} of ${host}`,
      host: { name: host },
    })),
  )
  const lines = documents.flatMap((one) => [JSON.stringify({ create: {} }), JSON.stringify(one)])
  await call('POST', `${index}/_bulk?refresh=true`, `${lines.join('\n')}\n`)
  const door = await openDoor(new URL(address!))
  return {
    connector: 'elasticsearch',
    dataType: 'Log',
    secrets: {},
    settings: { address: `http://127.0.0.1:${door.port}`, index },
    setTime: () => {},
    async disconnect() {
      await door.close()
      return 'unreachable'
    },
    reconnect: () => door.open(),
    async close() {
      await door.close()
      await call('DELETE', index)
    },
  }
}

async function call(method: string, path: string, body?: unknown): Promise<void> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' }
  const answer = await fetch(`${address}/${path}`, { method, headers, ...(body !== undefined && { body: sent }) })
  const text = await answer.text()
  if (!answer.ok || text.includes('"errors":true')) throw new Error(text.slice(0, 500))
}

/** A port of loopback that leads to an address while it is open. */
async function openDoor({ hostname, port }: URL) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(Number(port), hostname)
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.pipe(target).pipe(client)
  })
  const listen = async (at: number): Promise<number> => {
    await once(server.listen(at, '127.0.0.1'), 'listening')
    return (server.address() as { port: number }).port
  }
  const own = await listen(0)
  return {
    port: own,
    open: async () => void (await listen(own)),
    async close() {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
