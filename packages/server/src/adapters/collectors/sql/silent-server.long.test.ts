import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openMysqlCollector } from './open-mysql-collector.ts'
import { openPostgresqlCollector } from './open-postgresql-collector.ts'

const never = new AbortController().signal
const collectors = { postgresql: openPostgresqlCollector, mysql: openMysqlCollector }

/** Servers without TLS that accept any login, and then tell of the first statement; `refuse` answers it with an error. */
type LetIn = (socket: Socket, onStatement: (refuse: () => void) => void) => void
const letIn: Readonly<Record<'postgresql' | 'mysql', LetIn>> = {
  // https://www.postgresql.org/docs/current/protocol-message-formats.html
  postgresql(socket, onStatement) {
    const message = (type: string, body: Buffer) => {
      const head = Buffer.alloc(5)
      head.write(type)
      head.writeInt32BE(body.length + 4, 1)
      return Buffer.concat([head, body])
    }
    const ready = message('Z', Buffer.from('I'))
    let isIn = false
    socket.on('data', (data) => {
      // SSLRequest
      if (data.length === 8) return void socket.write('N')
      if (!isIn) {
        isIn = true
        return void socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      }
      if (data.toString('latin1', 0, 1) !== 'Q') return
      const error = message('E', Buffer.from('SERROR\0C42501\0Mno\0\0'))
      onStatement(() => socket.write(Buffer.concat([error, ready])))
    })
  },
  // https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase.html
  mysql(socket, onStatement) {
    const packet = (sequence: number, body: Buffer) =>
      Buffer.concat([Buffer.from([body.length, body.length >> 8, 0, sequence]), body])
    const capabilities = [0x00, 0x82, 33, 0x02, 0x00, 0x08, 0x00, 21]
    socket.write(
      packet(
        0,
        Buffer.concat([
          Buffer.from('\x0a8.0.0\0\x01\0\0\x00abcdefgh\0', 'latin1'),
          Buffer.from([...capabilities, ...new Array(10).fill(0)]),
          Buffer.from('ijklmnopqrst\0mysql_native_password\0', 'latin1'),
        ]),
      ),
    )
    let isIn = false
    socket.on('data', (data) => {
      if (!isIn) {
        isIn = true
        return void socket.write(packet(data[3]! + 1, Buffer.from([0, 0, 0, 2, 0, 0, 0])))
      }
      const error = Buffer.concat([Buffer.from([0xff, 0x76, 0x04]), Buffer.from('#42000no')])
      if (data[4] === 3) onStatement(() => socket.write(packet(1, error)))
    })
  },
}

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

  const untilLeft = () =>
    expect.poll(() => [...sockets].every((socket) => socket.destroyed), { timeout: 3000 }).toBe(true)

  it('stops for an abort while a server says nothing', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    onConnection = () => setTimeout(() => abort.abort(reason), 50)
    const started = performance.now()
    await expect(open().test(abort.signal)).rejects.toBe(reason)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('stops for an abort where a server that let it in answers no statement, and leaves', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    onConnection = (socket) => letIn[name](socket, () => setTimeout(() => abort.abort(reason), 50))
    const started = performance.now()
    await expect(open().test(abort.signal)).rejects.toBe(reason)
    expect(performance.now() - started).toBeLessThan(3000)
    await untilLeft()
  })

  it('leaves where the session cannot be prepared', async () => {
    onConnection = (socket) => letIn[name](socket, (refuse) => refuse())
    await expect(open().test(never)).rejects.toMatchObject({ name: 'CollectorError' })
    await untilLeft()
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
