import { appendFileSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLLECTION_CHANNEL } from '../../domain/collections/channel.ts'
import { collections, sources } from '../../schema/index.ts'
import { expectEventually } from '../../testing/eventually.ts'
import { startElasticServer } from '../../testing/providers/elastic-server.ts'
import { knownLinesAt } from '../../testing/providers/known-lines.ts'
import { startLokiServer } from '../../testing/providers/loki-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
const logs = mkdtempSync(join(tmpdir(), 'omen-followed-'))

let server: TestServer
let owner: TestClient

beforeAll(async () => {
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'], logFolders: [logs] }, isClockStill: true })
  owner = await server.signUp('owner001')
})
afterAll(async () => {
  await server.close()
  rmSync(logs, { recursive: true })
})

/** Lets time pass for the server, and lets it look. */
async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
}

async function linesOf(projectName: string): Promise<{ time: number; service: string; line: string }[]> {
  const [row] = await server.ctx.db.select().from(sources).where(eq(sources.name, projectName))
  const span = { from: 0, to: server.clock.now() + MINUTE }
  return [...(await server.ctx.points.readLogs(row!.id, span, {}, 1000)).lines]
}

async function collectionOf(projectName: string) {
  const { body } = await owner.get(`projects/${projectName}`)
  return body.project.collection
}

async function untilCollected(projectName: string): Promise<void> {
  const to = Math.floor(server.clock.now() / MINUTE) * MINUTE
  const collectedTo = async () => (await collectionOf(projectName)).collectedTo
  await expectEventually(server, collectedTo).toBeGreaterThanOrEqual(to)
}

describe('a log project that fetches', () => {
  it.each(['loki', 'elasticsearch'] as const)('has each line of %s once', async (source) => {
    const provider = source === 'loki' ? await startLokiServer() : await startElasticServer()
    const fields = source === 'loki' ? { query: ['{host=~"web.*"}'] } : { index: 'logs-*' }
    const body = { projectName: source, samplingInterval: 1, source, address: provider.url, ...fields }
    expect((await owner.post('add-log-project', body)).body).toMatchObject({ success: true })
    for (let at = 0; at < 3; at++) {
      await pass(MINUTE)
      await untilCollected(source)
    }
    const found = await linesOf(source)
    const [first, last] = [found[0]!.time, found.at(-1)!.time]
    expect(last - first).toBeGreaterThanOrEqual(3 * MINUTE)
    const known = []
    for (let time = first; time <= last; time += provider.stepMs)
      known.push(...knownLinesAt(time).map(({ service, text }) => `${time} ${service} ${text}`))
    expect(found.map(({ time, service, line }) => `${time} ${service} ${line}`).sort()).toEqual(known.sort())
    await provider.close()
  })

  it('follows files through a rotation, and stores lines once though its cursor is lost', async () => {
    const path = join(logs, 'shop.log')
    const write = (...texts: string[]) => {
      appendFileSync(path, texts.map((text) => `${new Date(server.clock.now()).toISOString()} ${text}\n`).join(''))
      utimesSync(path, new Date(0), new Date(0))
    }
    write('before the project')
    const projectName = 'followed'
    const body = { projectName, samplingInterval: 1, source: 'file', path: join(logs, '*.log') }
    expect((await owner.post('add-log-project', body)).body).toMatchObject({ success: true })
    const cursorOf = async () => {
      const [row] = await server.ctx.db.select().from(collections).where(eq(collections.connector, 'file'))
      return row!.cursor as { files: unknown[] } | null
    }
    await expectEventually(server, cursorOf).toMatchObject({ files: [{}] })
    const cursor = await cursorOf()
    const texts = async () => (await linesOf(projectName)).map(({ line }) => line.slice(25)).sort()
    write('one', 'one', 'two')
    await pass(5000)
    await expectEventually(server, texts).toEqual(['one', 'one', 'two'])
    write('three')
    renameSync(path, join(logs, 'shop.log.1'))
    write('four')
    await pass(5000)
    await expectEventually(server, texts).toEqual(['four', 'one', 'one', 'three', 'two'])
    await server.ctx.db.update(collections).set({ cursor }).where(eq(collections.connector, 'file'))
    write('five')
    await pass(5000)
    await expectEventually(server, texts).toEqual(['five', 'four', 'one', 'one', 'three', 'two'])
    expect(await collectionOf(projectName)).toMatchObject({ fault: null })
  })

  it('says which setting names the folders', async () => {
    const body = { projectName: 'refused', samplingInterval: 1, source: 'file', path: '/etc/passwd' }
    const answer = await owner.post('add-log-project', body)
    expect(answer.body).toMatchObject({ success: false, code: 'CONNECTION_FAILED' })
    expect(JSON.stringify(answer.body)).toContain('OMEN_LOG_FOLDERS')
  })
})
