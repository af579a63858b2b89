import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../domain/context.ts'
import { checkHealth } from '../domain/health/index.ts'
import type { LogLine } from '../ports/log-lines.ts'
import { PointStoreBusyError } from '../ports/point-store-errors.ts'
import { ingestKeys, sources } from '../schema/index.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestClient } from '../testing/test-client.ts'
import { listenSyslog, type SyslogListener } from './listen.ts'

let server: TestServer
let owner: TestClient
let listener: SyslogListener
let refuse = 0
/** What the listener was started with. */
let ctx: Context
let folder: string
let cert: string
let projects = 0
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  folder = await mkdtemp(join(tmpdir(), 'omen-tls-'))
  const [syslogTlsCert, syslogTlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'.split(' ')
  execFileSync('openssl', ['req', ...options, '-keyout', syslogTlsKey, '-out', syslogTlsCert], { stdio: 'ignore' })
  cert = readFileSync(syslogTlsCert, 'utf8')
  const appendLogs: Context['points']['appendLogs'] = async (source, lines) => {
    if (refuse > 0) {
      refuse--
      throw new PointStoreBusyError('1 byte of log lines')
    }
    return server.ctx.points.appendLogs(source, lines)
  }
  const { ctx: own } = server
  ctx = {
    ...own,
    points: { ...own.points, appendLogs },
    settings: { ...own.settings, syslogPort: 0, syslogTlsPort: 0, syslogTlsCert, syslogTlsKey },
  }
  listener = await listenSyslog(ctx)
})
afterAll(async () => {
  await listener.close()
  await server.close()
  await rm(folder, { recursive: true })
})

async function addProject(kind = 'add-log-project') {
  const name = `syslog-${++projects}`
  const { secret, key } = (await owner.post(kind, { projectName: name, samplingInterval: 1 })).body
  const read = async (): Promise<readonly LogLine[]> => {
    const [source] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, name))
    return (await server.ctx.points.readLogs(source!.id, { from: 0, to: 4e12 }, {}, 10_000)).lines
  }
  const texts = async () => (await read()).map(({ line }) => line).sort()
  return { secret, key, read, texts }
}

const message = (secret: string, text: string) => `<11>1 - web1 shop - - [omen@32473 key="${secret}"] ${text}`
const counted = (text: string) => `${Buffer.byteLength(text)} ${text}`

/** Writes pieces to a connection and waits until it is closed from the other side, or ends it. */
async function send(socket: Socket, pieces: readonly (string | Uint8Array)[], end = true): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.resume()
  for (const piece of pieces) socket.write(piece)
  if (end) socket.end()
  await closed
}

const open = () => connect(listener.ports[0]!, '127.0.0.1')

describe('syslog', () => {
  it('is stored from counted messages and from lines, over TCP and TLS', async () => {
    const { secret, texts, read } = await addProject()
    await send(open(), [counted(message(secret, 'one')) + counted(message(secret, 'two\nlines'))])
    await send(open(), [`${message(secret, 'three')}\n${message(secret, 'four')}`])
    const secure = connectSecurely({ port: listener.ports[1]!, host: '127.0.0.1', ca: cert, servername: 'localhost' })
    await send(secure, [counted(message(secret, 'five'))])
    expect(await texts()).toEqual(['five', 'four', 'one', 'three', 'two\nlines'])
    expect((await read())[0]).toMatchObject({ instance: 'web1', service: 'shop', severity: 17 })
  })
  it('is stored in several batches if a read has more messages than a batch may have', async () => {
    const { secret, texts } = await addProject()
    const settings = { ...ctx.settings, maxIngestLines: 2, syslogTlsPort: null }
    const other = await listenSyslog({ ...ctx, settings })
    try {
      const lines = ['one', 'two', 'three', 'four', 'five'].map((text) => `${message(secret, text)}\n`)
      await send(connect(other.ports[0]!, '127.0.0.1'), [lines.join('')])
    } finally {
      await other.close()
    }
    expect(await texts()).toEqual(['five', 'four', 'one', 'three', 'two'])
  })

  it('of several projects over one connection goes to each of them', async () => {
    const [a, b] = [await addProject(), await addProject()]
    const lines = Array.from({ length: 6 }, (_, k) => `${message(k % 3 ? a.secret : b.secret, `line ${k}`)}\n`)
    await send(open(), lines)
    expect([await a.texts(), await b.texts()]).toEqual([
      ['line 1', 'line 2', 'line 4', 'line 5'],
      ['line 0', 'line 3'],
    ])
  })
  it('is refused by closing the connection without a key, with a revoked one, one of metrics, and where it is no syslog', async () => {
    const { secret, key, texts } = await addProject()
    const metrics = await addProject('add-custom-project')
    const late = open()
    late.write(`${message(secret, 'with a key')}\n`)
    await expect.poll(texts).toEqual(['with a key'])
    for (const bytes of [
      '<11>1 - web1 shop - - - no key\n',
      `${message('omen_in_wrong', 'a wrong key')}\n`,
      `${message(metrics.secret, 'of metrics')}\n`,
      '12x',
      'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    ])
      await send(open(), [bytes], false)
    await server.ctx.db.delete(ingestKeys).where(eq(ingestKeys.id, key.id))
    server.clock.advance(11_000)
    await send(late, [`${message(secret, 'after it was revoked')}\n`], false)
    expect(await texts()).toEqual(['with a key'])
  })
  it('before a broken frame is stored, also when both come at once', async () => {
    const { secret, texts } = await addProject()
    const good = Array.from({ length: 50 }, (_, k) => counted(message(secret, `line ${k}`))).join('')
    await send(open(), [`${good}7x broken`], false)
    expect(await texts()).toHaveLength(50)
    const long = message(secret, 'too long')
    await send(open(), [`${long.length - 3} ${long}${counted(message(secret, 'after'))}`], false)
    expect((await texts()).slice(50)).toEqual(['too l'])
  })
  it('without a key goes to the project of the key that the operator set, where there is one', async () => {
    const [anonymous, named] = [await addProject(), await addProject()]
    const settings = { ...ctx.settings, syslogTlsPort: null, syslogKey: anonymous.secret }
    const other = await listenSyslog({ ...ctx, settings })
    try {
      const lines = ['<11>1 - router1 - - - - link down\n', `${message(named.secret, 'with a key')}\n`]
      await send(connect(other.ports[0]!, '127.0.0.1'), lines)
    } finally {
      await other.close()
    }
    expect([await anonymous.texts(), await named.texts()]).toEqual([['link down'], ['with a key']])
  })
  it('survives binary data, a line of 10 MB, and a sender that stops in the middle', async () => {
    const { secret, texts } = await addProject()
    const start = message(secret, '')
    await send(open(), [`${start.length + 10_000_000} ${start}`, Buffer.alloc(10_000_000, 97)])
    await send(open(), [start, Buffer.from([0xff, 0xfe, 0x00, 0x01]), '\n', counted(start).slice(0, -5)])
    const cut = open()
    cut.write(counted(message(secret, 'whole')) + counted(message(secret, 'never ends')).slice(0, -3))
    await expect.poll(texts).toContain('whole')
    cut.destroy()
    const lines = await texts()
    expect(lines.map((line) => line.slice(0, 8))).toEqual(['aaaaaaaa', 'whole', '\ufffd\ufffd\ufffd\u0001'])
    expect(lines[0]).toHaveLength(65_536)
  })
  it('waits, and reads no further, while the store is busy', async () => {
    const { secret, texts } = await addProject()
    refuse = 2
    const lines = Array.from({ length: 200 }, (_, k) => message(secret, `line ${k} ${'x'.repeat(1000)}`))
    await send(open(), lines.map(counted))
    expect(refuse).toBe(0)
    expect(await texts()).toHaveLength(200)
  })
  it('is received from others while a thousand connections send nothing, and further ones are closed', async () => {
    const { secret, texts } = await addProject()
    const idle: Socket[] = []
    let closed = 0
    // No more at once than wait to be accepted
    for (let batch = 0; batch < 11; batch++) {
      const opened = Array.from({ length: 100 }, () => open())
      for (const socket of opened) {
        socket.on('error', () => {})
        socket.once('close', () => closed++)
        socket.resume()
      }
      await Promise.all(opened.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
      idle.push(...opened)
    }
    // Those of the tests before may not have ended yet
    await expect.poll(() => closed, { timeout: 15_000 }).toBeGreaterThanOrEqual(100)
    idle.find((socket) => !socket.destroyed)!.write(`${message(secret, 'through')}\n`)
    await expect.poll(texts, { timeout: 15_000 }).toEqual(['through'])
    const { reasons, syslog } = await checkHealth(ctx)
    expect(reasons).toContain('syslogFull')
    expect(syslog!.refused).toBeGreaterThanOrEqual(100)
    for (const socket of idle) socket.destroy()
  })
})
