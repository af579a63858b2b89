import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts, members } from '../../schema/index.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText, train, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let member: TestClient
const START = SAMPLE_START + 400 * SAMPLE_STEP_MS
const at = (row: number): number => START + row * SAMPLE_STEP_MS

interface Head {
  id: string
  uploadFileName: string
  filename: string
  periodCount: number
}
interface Finding {
  id: string
  start: number
  severity: number | null
  hidden: boolean
  verdict?: string
}

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('lister')
  member = await server.signUp('membered')
  await train(owner, 'Checkout', sampleTable({ rows: 400 }))
  await train(owner, 'payments', sampleTable({ rows: 400 }), { modelType: 'Split' })
  await detectAs('monday.csv', 'Checkout', sampleTable({ rows: 300, start: START, trouble: [120, 132] }))
  await detectAs('100% tuesday.csv', 'Checkout', sampleTable({ rows: 300, start: at(300) }))
  await detectAs('wednesday.csv', 'payments', sampleTable({ rows: 300, start: at(600), trouble: [50, 90] }))
})
afterAll(() => server.close())

async function detectAs(uploadFileName: string, modelName: string, table: string): Promise<void> {
  const filename = await storeText(owner, uploadFileName, table)
  await owner.postForm('upload-detection', { uploadFileName, filename, modelName }, WAITING)
  server.clock.advance(1000)
}

async function list(query: string, client = owner): Promise<Head[]> {
  return (await client.get(`detections?${query}`)).body.detections
}
const names = (heads: readonly Head[]): string[] => heads.map((head) => head.uploadFileName.split('.')[0]!)

describe('GET detections', () => {
  it.each([
    ['', ['wednesday', '100% tuesday', 'monday']],
    ['q=DAY', ['wednesday', '100% tuesday', 'monday']],
    ['q=checkout%20mon', ['monday']],
    ['q=100%25', ['100% tuesday']],
    ['q=checkout%20wednesday', []],
    ['modelName=checkout', ['100% tuesday', 'monday']],
    [`from=${at(600)}`, ['wednesday']],
    [`to=${at(299)}`, ['monday']],
    [`from=${at(299)}&to=${at(300)}`, ['100% tuesday', 'monday']],
    ['minSeverity=3', ['wednesday', 'monday']],
    ['minSeverity=3&q=payments', ['wednesday']],
  ])('lists with %s those that are meant, newest first', async (query, expected) => {
    expect(names(await list(query))).toEqual(expected)
  })

  it('leads from a file to its summary, its jobs, models and detections', async () => {
    const { jobs } = (await owner.get('jobs')).body
    const training = jobs.find(
      (job: { kind: string; title: string }) => /payments/.test(job.title) && job.kind === 'training',
    )
    const detection = jobs.find((job: { kind: string; title: string }) => /monday/.test(job.title))
    const modelsOf = async (filename: string): Promise<string[]> =>
      (await owner.get(`models?filename=${filename}`)).body.models.map(
        (model: { modelName: string }) => model.modelName,
      )
    expect(await modelsOf(training.filename)).toEqual(['payments'])
    expect(await modelsOf(detection.filename)).toEqual([])
    expect(names(await list(`filename=${detection.filename}`))).toEqual(['monday'])
    expect((await owner.get(`jobs?filename=${detection.filename}`)).body.jobs).toMatchObject([{ id: detection.id }])
    const [file] = (await owner.get('files?q=monday')).body.files
    expect(file.summary).toMatchObject({ kind: 'metrics', rows: 300, columnCount: 6, gapCount: 0, rejectedRows: 0 })
  })

  it('takes an instance that went down for a 10, and for the worst', async () => {
    // Everything at 0 for half an hour
    const [head, ...lines] = sampleTable({ rows: 300, start: at(1_200) })
      .trim()
      .split('\n')
    const rows = lines.map((line, row) => (row < 100 || row > 130 ? line : line.replace(/,[^,]*/g, ',0')))
    await detectAs('thursday.csv', 'Checkout', `${[head, ...rows].join('\n')}\n`)
    const found = await list('minSeverity=10')
    expect(names(found)).toEqual(['thursday'])
    expect((found[0] as unknown as { worstVal: number }).worstVal).toBeCloseTo(-Math.PI, 9)
    await owner.delete(`detections/${(found[0] as unknown as { id: string }).id}`)
  })

  it('counts matches, and continues where the previous page ended', async () => {
    const first = (await owner.get('detections?q=day&pageSize=2')).body
    expect(first.page).toMatchObject({ page: 1, pageSize: 2, total: 3 })
    const second = (await owner.get(`detections?q=day&pageSize=2&cursor=${first.page.next}`)).body
    expect(names(second.detections)).toEqual(['monday'])
    expect(second.page).toMatchObject({ total: 3 })
    expect(names(await list('q=day&pageSize=2&page=2'))).toEqual(['monday'])
  })

  it('reads no finding to count them', async () => {
    const counts = await server.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`lock table findings in access exclusive mode`)
      const heads = await Promise.race([list('q=day'), setTimeout(10_000)])
      return heads?.map((head) => head.periodCount > 0)
    })
    expect(counts).toEqual([true, false, true])
  })

  it('refuses a cursor that no page gave', async () => {
    const { status, body } = await owner.get('detections?cursor=bm90aGluZw')
    expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'cursor'])
  })

  it('shows a member of the source its detections, which they may not change', async () => {
    const [head] = await list('q=monday')
    expect(await list('', member)).toEqual([])
    const [account] = await server.ctx.db.select().from(accounts).where(eq(accounts.userName, 'membered'))
    await server.ctx.db.insert(members).values({ sourceId: head!.filename, accountId: account!.id, addedAt: 0 })
    expect(await list('', member)).toMatchObject([{ id: head!.id, mine: false }])
    expect((await member.get(`detections/${head!.id}/series?buckets=4`)).status).toBe(200)
    expect((await member.delete(`detections/${head!.id}`)).body.code).toBe('FORBIDDEN')
    await server.ctx.db.delete(members)
  })
})

describe('GET detections/{id}/incidents', () => {
  it('has the incidents of the detection page by page, within times and from a severity on', async () => {
    const { id } = (await list('q=wednesday'))[0]!
    const { incidents } = (await owner.get(`detections/${id}`)).body.detection
    const read = async (query = '') => (await owner.get(`detections/${id}/incidents?${query}`)).body
    expect(incidents.length).toBeGreaterThan(0)
    expect(await read()).toMatchObject({ incidents, page: { page: 1, total: incidents.length } })
    const [first] = incidents
    expect((await read('pageSize=1')).incidents).toEqual([first])
    expect((await read(`from=${first.start}&to=${first.end}`)).incidents).toContainEqual(first)
    expect((await read(`from=${at(100_000)}`)).incidents).toEqual([])
    const severe = incidents.filter(({ val }: { val: number | null }) => Math.abs(val ?? 0) >= 3)
    expect((await read('minSeverity=3')).incidents).toEqual(severe)
    const { body } = await owner.get(`detections/${id}/incidents?pvalue=0.5`)
    expect(body.incidents).toEqual((await owner.get(`detections/${id}?pvalue=0.5`)).body.detection.incidents)
    expect((await owner.get('detections/none/incidents')).body.code).toBe('NOT_FOUND')
  })
})

describe('GET detections/{id}/findings', () => {
  let id: string
  const findings = async (query = ''): Promise<Finding[]> =>
    (await owner.get(`detections/${id}/findings?${query}`)).body.findings
  beforeAll(async () => {
    id = (await list('q=wednesday'))[0]!.id
  })

  it('has the periods of the detection by time, with what was expected and what was there', async () => {
    const { detection } = (await owner.get(`detections/${id}`)).body
    const found = (await findings()) as unknown as Record<string, unknown>[]
    expect(found).toMatchObject(
      detection.periods.map((period: Record<string, unknown>) => ({
        type: 'period',
        id: period.id,
        start: period.start,
        end: period.end,
        severity: Math.abs(period.val as number),
        sentence: period.sentence,
        hidden: false,
      })),
    )
    const worst = found.find((one) => one.leadSeriesId === 'cpu[node2]') as { actual: number; expected: number }
    expect(worst.actual - worst.expected).toBeGreaterThan(40)
  })

  it('leaves out what is not severe enough, or at another time', async () => {
    const all = await findings()
    const severities = all.map((one) => one.severity!)
    const limit = Math.max(...severities)
    expect(await findings(`minSeverity=${limit}`)).toEqual(all.filter((one) => one.severity === limit))
    expect(await findings(`to=${at(600)}`)).toEqual(all.filter((one) => one.start <= at(600)))
    expect(await findings(`from=${at(899)}`)).toEqual([])
  })

  it('pages by the cursor', async () => {
    const all = await findings()
    const seen: Finding[] = []
    for (let cursor = ''; ; ) {
      const { body } = await owner.get(`detections/${id}/findings?pageSize=1${cursor}`)
      seen.push(...body.findings)
      if (body.page.next === undefined) break
      cursor = `&cursor=${body.page.next}`
    }
    expect(seen).toEqual(all)
  })

  it('refuses a cursor of another list', async () => {
    const { body: of } = await owner.get('detections?pageSize=1')
    const { status, body } = await owner.get(`detections/${id}/findings?cursor=${of.page.next}`)
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('marks findings that a verdict hides', async () => {
    const [first] = await findings()
    await owner.post(`detections/${id}/verdicts`, { periodId: first!.id, verdict: 'false' })
    expect((await findings())[0]).toMatchObject({ id: first!.id, verdict: 'false', hidden: false })
    const shown = (await owner.get(`detections/${id}`)).body.detection.periods.map((one: { id: string }) => one.id)
    for (const one of await findings()) expect(one.hidden).toBe(!shown.includes(one.id))
  })

  it('is not there for anybody else', async () => {
    expect((await member.get(`detections/${id}/findings`)).body.code).toBe('NOT_FOUND')
  })
})
