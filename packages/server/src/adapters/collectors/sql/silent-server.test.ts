import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openMysqlCollector } from './open-mysql-collector.ts'
import { openPostgresqlCollector } from './open-postgresql-collector.ts'

const never = new AbortController().signal
const collectors = { postgresql: openPostgresqlCollector, mysql: openMysqlCollector }

describe.each(['postgresql', 'mysql'] as const)('the collector for %s', (name) => {
  let server: Server
  const sockets = new Set<Socket>()
  let onConnection: (socket: Socket) => void = () => {}

  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      onConnection(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    server.close()
  })

  const open = () => {
    const address = `${name}://127.0.0.1:${(server.address() as AddressInfo).port}/shop`
    const options = { address, userName: 'reader', password: 'a-password', query: ['select 1'] }
    return collectors[name](options, { outbound: openTestOutbound() })
  }

  it('stops for an abort while a server says nothing', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    onConnection = () => setTimeout(() => abort.abort(reason), 50)
    const started = performance.now()
    await expect(open().test(abort.signal)).rejects.toBe(reason)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('asks nothing for a signal that is aborted', async () => {
    const reason = new Error('stopped')
    await expect(open().test(AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(sockets.size).toBe(0)
  })

  it('says that a connection was lost, and that nonsense is no answer', async () => {
    onConnection = (socket) => socket.destroy()
    await expect(open().test(never)).rejects.toMatchObject({ fault: 'unreachable' })
    onConnection = (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    const failed = open().test(never)
    await expect(failed).rejects.toMatchObject({
      name: 'CollectorError',
      fault: expect.stringMatching(/unreachable|badAnswer/),
    })
  })
})
