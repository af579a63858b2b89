import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GapFinding, Period, SeriesKey } from '@omen/engine'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGaps, readPeriods } from '../../domain/findings/index.ts'
import { readSeriesFigures, readSeriesKeys } from '../../domain/sources/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const answers: Record<string, { status: number; body: unknown }> = JSON.parse(
  readFileSync(join(fixtures, 'served-by-0.1.json'), 'utf8'),
)
const UNTOUCHED = ['accounts', 'verdicts', 'files', 'models', 'model_versions', 'model_shares', 'tokens', 'invitations']

interface OldDetection {
  id: string
  filename: string
  series: SeriesKey[]
  summaries: unknown[]
  periods: Period[]
  gaps: GapFinding[]
}

describe('a PostgreSQL that served 0.1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'omen-served-'))
  let postgres: EmbeddedPostgres
  let server: TestServer
  let client: pg.Client
  const rowsOf = async (text: string) => (await client.query(text)).rows
  const before: Record<string, unknown[]> = {}
  let detections: OldDetection[]
  let datasets: { file: string; series: SeriesKey[]; summaries: unknown[] }[]
  let jobs: unknown[]

  beforeAll(async () => {
    postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
    client = new pg.Client(postgres.url)
    await client.connect()
    await client.query(readFileSync(join(fixtures, 'served-by-0.1.sql'), 'utf8'))
    await client.query('reset all')
    for (const table of UNTOUCHED) before[table] = await rowsOf(`select to_jsonb(t) from ${table} t order by t::text`)
    detections = await rowsOf('select * from detections order by id')
    datasets = await rowsOf(
      'select f.id as file, d.series, d.summaries from files f join datasets d on d.id = f.dataset_id order by 1',
    )
    jobs = await rowsOf('select id, owner_id, kind, state, parameters, result, error from jobs order by id')
    server = await startTestServer({ settings: { databaseUrl: postgres.url } })
  })
  afterAll(async () => {
    await server?.close()
    await client?.end()
    await postgres?.stop()
    rmSync(folder, { recursive: true })
  })

  it.each(UNTOUCHED)('keeps every row of %s', async (table) => {
    const columns = Object.keys((before[table]![0] as { to_jsonb: object }).to_jsonb)
    const kept = columns.map((column) => `'${column}', t.${column}`).join(', ')
    const now = await rowsOf(`select jsonb_build_object(${kept}) as to_jsonb from ${table} t order by t::text`)
    const byId = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
    const lastUsed = /"last_login_at":(\d+|null)/g
    expect(byId(now).map((text) => text.replace(lastUsed, ''))).toEqual(
      byId(before[table]!).map((text) => text.replace(lastUsed, '')),
    )
  })

  it('keeps every job with its parameters and its outcome', async () => {
    const now = await rowsOf('select id, owner_id, kind, state, parameters, result, error from jobs order by id')
    expect(now).toEqual(jobs)
  })

  it('makes a source of every file, and of every deleted file that a detection names', async () => {
    const files = (before.files as { to_jsonb: { id: string } }[]).map((row) => row.to_jsonb.id)
    const named = detections.map((detection) => detection.filename)
    const sources = await rowsOf("select id from sources where kind = 'file' order by id")
    expect(sources.map((row) => row.id)).toEqual([...new Set([...files, ...named])].sort())
    expect(named.some((id) => !files.includes(id))).toBe(true)
  })

  it('numbers the series of a file as they were listed, with their figures', async () => {
    for (const { file, series, summaries } of datasets) {
      expect(await readSeriesKeys(server.ctx, file)).toEqual(series)
      expect((await readSeriesFigures(server.ctx, file)).map((one) => one.summary)).toEqual(summaries)
    }
  })

  it('numbers the series of a detection alike, whether or not its file is still there', async () => {
    for (const { id, filename, series, summaries } of detections) {
      const [row] = await rowsOf(`select source_id, series_count from detections where id = '${id}'`)
      expect(row).toEqual({ source_id: filename, series_count: series.length })
      const figures = await readSeriesFigures(server.ctx, filename, series.length)
      expect(figures.map(({ summary, ...key }) => key)).toEqual(series)
      expect(figures.map((one) => one.summary)).toEqual(summaries)
    }
  })

  it('makes a finding of every period and every gap', async () => {
    for (const { id, periods, gaps } of detections) {
      const numbered = periods.map((period, index) => ({ ...period, number: index + 1 }))
      expect(await readPeriods(server.ctx, id)).toEqual(numbered)
      expect(await readGaps(server.ctx, id)).toEqual(gaps)
    }
    const [counted] = await rowsOf('select count(*)::int from findings')
    expect(counted.count).toBe(detections.reduce((sum, { periods, gaps }) => sum + periods.length + gaps.length, 0))
  })

  it('knows the series with the largest share of every finding', async () => {
    const leads = await rowsOf(
      `select f.detection_id, f.type, f.number, s.series_id from findings f
       join series s on s.source_id = f.source_id and s.number = f.lead_series order by 1, 2, 3`,
    )
    const expected = detections.flatMap(({ id, periods, gaps }) => [
      ...gaps.map((gap, index) => ({ detection_id: id, type: 'gap', number: index + 1, series_id: gap.seriesIds[0] })),
      ...periods.map(({ series }, index) => ({
        detection_id: id,
        type: 'period',
        number: index + 1,
        series_id: series[0]!.seriesId,
      })),
    ])
    expect(leads).toEqual(expected)
  })

  it('tells what it stored then without the claims that were not true', async () => {
    const asked = Object.keys(answers).filter(
      (one) => /detections\/[0-9a-f-]+$/.test(one) && answers[one]!.status === 200,
    )
    const sentences: string[] = []
    for (const one of asked) {
      const [userName, path] = one.split(' ')
      const { detection } = (await (await server.signIn(userName!)).get(path!)).body
      const periods = detection.periods as { kind: string; sentence: string }[]
      if (periods.some(({ kind }) => kind === 'down')) expect(detection.worstVal).toBe(-Math.PI)
      sentences.push(...periods.map(({ sentence }) => sentence))
    }
    expect(sentences.length).toBeGreaterThan(3)
    for (const sentence of sentences) expect(sentence).not.toMatch(/reached|fell to|times its|to move|undefined|NaN/)
    expect(sentences).toContainEqual(expect.stringMatching(/^cpu on node2 was at 105 %, for 12 min$/))
  })

  it.each(Object.keys(answers))('answers %s as 0.1 did', async (asked) => {
    const [userName, path, locale = 'en'] = asked.split(' ')
    const { status, body } = await (await server.signIn(userName!)).get(path!, { 'Accept-Language': locale })
    expect({ status, body: withoutRequestId(body) }).toMatchObject(reworded(answers[asked]!))
  })
})

/**
 * Sentences are worded otherwise since, an instance that is down comes first, and lists count what a detection shows; what
 * was found has not changed.
 */
function reworded(answer: { status: number; body: unknown }): object {
  const text = JSON.stringify(answer).replace(
    /(\d+) periods are not shown: alike ones were marked false\./,
    '$1 periods are not shown, since similar ones were marked as false alarms.',
  )
  return JSON.parse(text, function (this: { id?: string }, key: string, value: unknown) {
    if (key === 'periodCount') return shownCounts.get(this.id ?? '') ?? value
    if (key === 'sentence') return expect.stringMatching(/min|分钟/)
    return key === 'worstVal' && value !== null ? expect.any(Number) : value
  })
}

/** Of the detections that were read one by one, by id. */
const shownCounts = new Map(
  Object.values(answers).flatMap(({ body }) => {
    const { detection } = body as { detection?: { id: string; periodCount: number } }
    return detection ? [[detection.id, detection.periodCount] as const] : []
  }),
)

function withoutRequestId({ requestId, ...body }: Record<string, unknown>): unknown {
  return body
}
