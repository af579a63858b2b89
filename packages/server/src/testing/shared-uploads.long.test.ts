import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClickHouseBridge } from './clickhouse-bridge.ts'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { findPostgres, startPostgres, type TestPostgres } from './start-postgres.ts'
import { hasSwift, startS3, type TestS3 } from './start-s3.ts'
import type { TestAnswer, TestClient } from './test-client.ts'

const bin = findPostgres()

/** A way to a bucket on which requests can be held. */
interface Gate {
  readonly url: string
  /** Holds requests of this kind that come after the next one; resolves once one is held. */
  holdSecond(isOfKind: (method: string, path: string) => boolean): Promise<void>
  release(): void
  close(): void
}

async function openGate(bucket: string): Promise<Gate> {
  const target = new URL(bucket.replace('s3:', 'http:'))
  let kind: (method: string, path: string) => boolean = () => false
  let seen = 0
  let onHeld = (): void => {}
  let release = (): void => {}
  let isFree = Promise.resolve()
  const server: Server = createServer(async (incoming, answer) => {
    if (kind(incoming.method!, incoming.url!) && ++seen > 1) {
      onHeld()
      await isFree
    }
    const { method, url, headers } = incoming
    const outgoing = request({ host: target.hostname, port: target.port, method, path: url, headers }, (found) => {
      answer.writeHead(found.statusCode!, found.headers)
      found.pipe(answer)
    })
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: bucket.replace(target.host, `127.0.0.1:${port}`),
    holdSecond(isOfKind) {
      kind = isOfKind
      isFree = new Promise((resolve) => {
        release = resolve
      })
      return new Promise((resolve) => {
        onHeld = resolve
      })
    },
    release: () => release(),
    close() {
      release()
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.runIf(bin !== undefined && hasSwift())('two servers with one bucket', { timeout: 60_000 }, () => {
  const data = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `omen-shared-${name}-`)))
  const servers: ServerProcess[] = []
  let postgres: TestPostgres
  let bridge: Awaited<ReturnType<typeof startClickHouseBridge>>
  let s3: TestS3
  let gate: Gate
  let slow: TestClient
  let other: TestClient
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    bridge = await startClickHouseBridge()
    s3 = await startS3()
    const bucket = await s3.newBucket()
    gate = await openGate(bucket)
    const stores = {
      OMEN_DATABASE_URL: await postgres.urlOf('uploads'),
      OMEN_CLICKHOUSE_URL: bridge.url,
      OMEN_SECRET_KEY: 'ab'.repeat(32),
    }
    for (const [index, url] of [gate.url, bucket].entries())
      servers.push(await startServerProcess(data[index]!, { ...stores, OMEN_FILES_URL: url, OMEN_ROLE: 'api' }))
    slow = await servers[0]!.admin()
    other = await servers[1]!.admin()
  }, 120_000)
  afterAll(async () => {
    gate?.close()
    for (const server of servers) await server.kill()
    await bridge?.close()
    await s3?.stop()
    await postgres?.stop()
    for (const folder of data) rmSync(folder, { recursive: true, force: true })
  })

  const table = sampleTable({ rows: 200 })
  const half = Math.floor(table.length / 2)
  const sha256 = createHash('sha256').update(table).digest('hex')

  function sendHalf(client: TestClient, which: 0 | 1, headers: Record<string, string> = {}): Promise<TestAnswer> {
    const [start, end] = which === 0 ? [0, half] : [half, table.length]
    return client.send('POST', 'files', {
      body: table.slice(start, end),
      headers: {
        'Content-Type': 'text/csv',
        'X-File-Name': 'a.csv',
        'Content-Range': `bytes ${start}-${end - 1}/${table.length}`,
        ...headers,
      },
    })
  }

  it.each([
    ['without', {}],
    ['with', { 'X-Content-SHA256': sha256 }],
  ])('complete an upload %s a checksum once, though both find it complete', async (_, checksum) => {
    const { filename } = (await sendHalf(slow, 0, checksum)).body
    const isRemoved = gate.holdSecond((method, path) => method === 'DELETE' && path.includes(`incoming/${filename}/`))
    const last = sendHalf(slow, 1, { 'X-Upload-Handle': filename, ...checksum })
    await isRemoved
    const status = other.send('POST', 'files', {
      headers: { 'X-Upload-Handle': filename, 'Content-Range': `bytes */${table.length}`, 'Content-Type': 'text/csv' },
    })
    expect(await isSettled(status)).toBe(false)
    gate.release()
    expect((await last).body).toMatchObject({ bytes: table.length, sha256 })
    expect((await status).body).toMatchObject({ bytes: table.length, sha256 })
    const { file } = (await other.get(`files/${filename}`)).body
    expect(file).toMatchObject({ state: 'parsed', bytes: table.length, sha256 })
  })
})

/** After a second, in which a request that does not wait is answered. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  const second = new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false))
  return Promise.race([work.then(() => true), second])
}
