import { type ModelType, noParts, type Period } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files, models } from '../../schema/index.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText, train } from '../../testing/uploads.ts'
import { type Dataset, requirePoints } from '../files/index.ts'
import { findVersion, loadModel, matchSeries, type ReadyVersion } from '../models/index.ts'
import { type Scoring, scoreAndExtract, scoreFile } from './detect.ts'
import { extractPeriods, finishPeriods } from './extract-periods.ts'

const NODES = 4
const options = { signal: new AbortController().signal, report: () => {} }
let server: TestServer
let owner: TestClient
let troubled: Dataset
let spotless: Dataset
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('extractor')
  troubled = await storePoints(troubledTable())
  spotless = await storePoints(withSpikes(plainTable(), [45, 56], [148, 157], [560, 690]).join('\n'))
})
afterAll(() => server.close())

/** Periods over the borders of chunks, one longer than a chunk, a silent instance with one beside it, rows that are missing. */
function troubledTable(): string {
  const lines = withSpikes(plainTable(), [45, 56], [148, 157], [271, 280], [440, 451], [560, 690])
  for (let row = 250; row < 271; row++) lines[row + 1] = lines[row + 1]!.replace(/(,[^,]*){2}$/, ',,')
  lines.splice(370, 75)
  return lines.join('\n')
}

function plainTable(): string[] {
  return sampleTable({ rows: 760, nodes: NODES, start: SAMPLE_START + 400 * SAMPLE_STEP_MS }).split('\n')
}

/** cpu[node2] far too high at some rows. */
function withSpikes(lines: string[], ...spikes: [from: number, to: number][]): string[] {
  for (const [from, to] of spikes)
    for (let row = from; row < to; row++) {
      const cells = lines[row + 1]!.split(',')
      cells[3] = String(Number(cells[3]) + 60)
      lines[row + 1] = cells.join(',')
    }
  return lines
}

async function storePoints(table: string): Promise<Dataset> {
  const filename = await storeText(owner, 'test.csv', table)
  const [file] = await server.ctx.db.select().from(files).where(eq(files.id, filename))
  return (await requirePoints(server.ctx, file!)).dataset
}

async function modelOf(modelType: ModelType) {
  await train(owner, modelType, sampleTable({ rows: 400, nodes: NODES }), { modelType })
  const [model] = await server.ctx.db.select().from(models).where(eq(models.modelName, modelType))
  const version = (await findVersion(server.ctx, model!.id, 1)) as ReadyVersion
  const { seriesNumbers } = matchSeries(
    version.series.map((series) => series.id),
    troubled.series,
  )
  return { model: await loadModel(server.ctx, version), seriesNumbers }
}

async function extractFromStore(
  scoring: Scoring,
  scored: Pick<Awaited<ReturnType<typeof scoreAndExtract>>, 'id' | 'gaps'>,
) {
  const { id: scoresId, gaps } = scored
  return extractPeriods(server.ctx, { ...storedScores(scoring, scoresId), gaps })
}

function storedScores(scoring: Scoring, scoresId: string) {
  const { dataset, seriesNumbers: scoreSeries } = scoring
  return { ...scoring, pointsId: dataset.id, scoresId, series: dataset.series, scoreSeries }
}

describe.each([
  { modelType: 'Holistic', pvalue: 0.99, cvalue: 5 },
  { modelType: 'HolisticCP', pvalue: 0.9, cvalue: 3 },
  { modelType: 'DBScan', pvalue: 1, cvalue: 3 },
] as const)('scoreAndExtract with $modelType', ({ modelType, pvalue, cvalue }) => {
  let trained: Awaited<ReturnType<typeof modelOf>>
  beforeAll(async () => {
    trained = await modelOf(modelType)
  })

  it.each([50, 160, 10_000])('finds the periods that the stored scores give, %i rows at once', async (rowsAtOnce) => {
    const scoring = { ...trained, dataset: troubled, pvalue, cvalue, rowsAtOnce }
    const scored = await scoreAndExtract(server.ctx, scoring, options)
    expect(scored.periods.length).toBeGreaterThan(2)
    expect(scored.gaps.length).toBeGreaterThan(0)
    expect(scored.periods).toEqual(await extractFromStore(scoring, scored))
  })

  it('leaves nothing to be read back where nothing is silent', async () => {
    const scoring = { ...trained, dataset: spotless, pvalue, cvalue, rowsAtOnce: 50 }
    const { left, found, ...scored } = await scoreFile(server.ctx, scoring, options)
    expect([left, scored.gaps]).toEqual([[], []])
    const periods = await finishPeriods(server.ctx, storedScores(scoring, scored.id), { found, left })
    expect(periods.length).toBeGreaterThan(2)
    expect(periods).toEqual(await extractFromStore(scoring, scored))
  })

  it('hands over very many periods some at once, so that taking them holds up nobody', async () => {
    const peers = Array.from({ length: 1200 }, (_, row) => ({ fromRow: row, toRow: row + 1 }) as Period)
    const { model } = trained
    const task = { model, series: [], pvalue, cvalue, rowsAtOnce: 50, found: { ...noParts(), peers } }
    const session = await server.ctx.compute.openExtraction(task)
    expect(await session.plan(new Float64Array(0))).toEqual([])
    const taken = [await session.next(), await session.next(), await session.next(), await session.next()]
    await session.close()
    expect(taken.map(({ length }) => length)).toEqual([500, 500, 200, 0])
    expect(taken.flat()).toEqual(peers)
  })
})
