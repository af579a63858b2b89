import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogAnalysis, LogLines, LogTailLines, LogTemplateAnswer } from '../../schema/wire-types.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const PROJECT_NAME = 'shop-logs'
const LONG_TEXT = `dump ${'constant word '.repeat(200)}ended`

let server: TestServer
let owner: TestClient
let sender: TestClient
let began: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  await server.signUp('member01')
  const added = await owner.post('add-log-project', { projectName: PROJECT_NAME, samplingInterval: 1 / 60 })
  sender = createTestClient(server.api, { bearer: added.body.secret })
  await owner.post('project-members', { projectName: PROJECT_NAME, userNames: ['member01'] })
  began = Math.floor(server.clock.now() / SECOND) * SECOND - 300 * SECOND
})
afterAll(() => server.close())

const read = async <T>(path: string): Promise<T> => (await owner.get(path)).body
const analysis = (more = '') => read<LogAnalysis>(`logAnalysis?projectName=${PROJECT_NAME}${more}`)
const lines = (more: string) => read<LogLines>(`logAnalysis/lines?projectName=${PROJECT_NAME}${more}`)
const countsOf = async () => (await analysis()).templates.map(({ text, count }) => [text, count])

describe('the logs of a project', () => {
  const sent = () =>
    Array.from({ length: 300 }, (_, row) => [
      ...[0, 1, 2].map((k) => ({
        time: began + row * SECOND + k,
        instance: k % 2 ? 'web1' : 'web2',
        service: 'shop',
        level: 'info',
        line: `GET /orders/${row * 31 + k} took ${row % 40} ms`,
      })),
      {
        time: began + row * SECOND + 5,
        instance: 'web1',
        service: 'cache',
        level: 'warn',
        line: `cache miss of key ${row}`,
      },
    ]).flat()
  const failure = () => ({
    time: began + 250 * SECOND,
    instance: 'web1',
    service: 'pay',
    level: 'error',
    line: 'payment of order 17 failed: connection refused',
  })

  const plain = () =>
    ['scheduler is idle', LONG_TEXT].map((line, k) => {
      return { time: began + (260 + k) * SECOND, instance: 'web1', service: 'pay', level: 'info', line }
    })

  it('have templates whose counts add up to the lines that were sent', async () => {
    await owner.post('events', {
      projectName: PROJECT_NAME,
      at: began + 240 * SECOND,
      kind: 'deployment',
      title: 'pay 2.1',
      version: '2.1',
    })
    expect((await sender.post('ingest/logs', { lines: [...sent(), failure(), ...plain()] })).body.rejected).toBe(0)
    await expect.poll(countsOf, { timeout: 60_000, interval: 500 }).toEqual([
      ['GET <*> took <*> ms', 900],
      ['cache miss of key <*>', 300],
      ['payment of order <*> failed: connection refused', 1],
      ['scheduler is idle', 1],
      [`${LONG_TEXT.slice(0, 999)}…`, 1],
    ])
    const { lines: total, withoutTemplate, counts, times, templates } = await analysis('&buckets=50')
    expect([total, withoutTemplate]).toEqual([1203, 0])
    expect([counts.length, counts.reduce((sum, count) => sum + count)]).toEqual([times.length, 1203])
    const [get, miss, failed] = templates
    expect(get).toMatchObject({ services: ['shop'], instances: ['web2', 'web1'], severity: 9, share: 900 / 1203 })
    expect(miss).toMatchObject({ services: ['cache'], severity: 13, variables: [{ name: 'number' }] })
    expect(failed).toMatchObject({ isError: true, firstRelease: { title: 'pay 2.1', version: '2.1' } })
    const shop = await analysis('&service=shop')
    expect([shop.lines, shop.templatesTotal, shop.services]).toEqual([900, 1, ['cache', 'pay', 'shop']])
    expect((await analysis('&minSeverity=13')).lines).toBe(301)
  })

  it('are searched by template as they were counted, and have values', async () => {
    const { templates } = await analysis()
    for (const { templateId, count } of templates) {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: LogLines = await lines(`&templateId=${templateId}&limit=500${cursor && `&cursor=${cursor}`}`)
        found.push(...page.lines.map(({ line }) => line))
        cursor = page.next
      }
      expect(found).toHaveLength(count)
      const answer = await owner.get(`log-templates/${templateId}?projectName=${PROJECT_NAME}`)
      expect([answer.status, answer.body.template?.count]).toEqual([200, count])
    }
    const { values, valuesOf, byInstance } = await read<LogTemplateAnswer>(
      `log-templates/${templates[0]!.templateId}?projectName=${PROJECT_NAME}`,
    )
    expect([valuesOf, values[1]!.numbers!.min, values[1]!.numbers!.max]).toEqual([900, 0, 39])
    expect(byInstance).toEqual([
      { name: 'web2', count: 600 },
      { name: 'web1', count: 300 },
    ])
  })

  it('are shown as they arrive, as far as they are meant', async () => {
    const q = encodeURIComponent('level=error')
    const gone = new AbortController()
    const response = await fetch(new URL(`logAnalysis/tail?projectName=${PROJECT_NAME}&q=${q}`, server.api), {
      headers: owner.headers(),
      signal: gone.signal,
    })
    const now = server.clock.now()
    await sender.post('ingest/logs', {
      lines: [
        { time: now, level: 'error', line: 'disk full' },
        { time: now, level: 'info', line: 'all well' },
      ],
    })
    let text = ''
    for await (const chunk of response.body!) {
      text += new TextDecoder().decode(chunk)
      if (text.includes('disk full')) break
    }
    gone.abort()
    const data = JSON.parse(/data: (.*)/.exec(text)![1]!) as LogTailLines
    expect(data.lines.map(({ line }) => line)).toEqual(['disk full'])
  })

  it('bring findings on critical templates, and none on ignored ones', async () => {
    const { templates } = await analysis('&q=cache')
    const { templateId } = templates[0]!
    const set = (client: TestClient, body: object) =>
      client.post(`log-templates/${templateId}`, { projectName: PROJECT_NAME, ...body })
    const member = await server.signIn('member01')
    expect(
      (await member.post(`log-templates/${templateId}`, { projectName: `${PROJECT_NAME}@owner001`, ignored: true }))
        .status,
    ).toBe(403)
    await set(owner, { critical: true, name: 'Cache' })
    const send = () =>
      sender.post('ingest/logs', {
        lines: [{ time: server.clock.now(), service: 'cache', line: 'cache miss of key 7' }],
      })
    const found = async () => {
      await send()
      const { findings } = (await analysis('&q=Cache')).templates[0]!
      return findings.filter(({ kind }) => kind === 'critical').map(({ val }) => val)
    }
    await expect.poll(found, { timeout: 60_000, interval: 1000 }).toContain(10)
    await set(owner, { critical: false, ignored: true })
    expect((await set(owner, { ignored: true, dryRun: true })).body.hides).toBeGreaterThan(0)
    expect((await analysis('&ignored=false')).templates.map((one) => one.templateId)).not.toContain(templateId)
  })

  it('are no project’s that collects metrics', async () => {
    await owner.post('add-custom-project', { projectName: 'metrics', samplingInterval: 1 })
    for (const path of ['logAnalysis', 'logAnalysis/lines', 'log-templates/1'])
      expect((await owner.get(`${path}?projectName=metrics`)).body.code).toBe('VALIDATION_FAILED')
    expect((await owner.get('logAnalysis')).body.code).toBe('VALIDATION_FAILED')
  })
})
