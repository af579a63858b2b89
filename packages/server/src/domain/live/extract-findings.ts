import type { LivePeriod } from '@omen/engine'
import { asc, eq } from 'drizzle-orm'
import type { ExtractedBefore, ReadSeries } from '../../ports/compute.ts'
import type { LiveScoreRows, PointGrid } from '../../ports/point-store.ts'
import { series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import type { ProjectRow } from '../projects/index.ts'
import { createSemaphore, runMetered } from '../quotas/index.ts'
import { keyOf } from './series-key.ts'
import { lateWindowMs, readState } from './states.ts'

interface Sensitivity {
  readonly pvalue: number
  readonly cvalue: number
}

interface Span {
  readonly from: number
  readonly to: number
}

export interface FindingsRequest extends Span {
  readonly accountId: string
  readonly wanted: Sensitivity
  /** Time of the last row scored. */
  readonly position: number
  /** Periods that were found and touch the time asked for: they are extracted from their beginning. */
  readonly found: readonly Span[]
}

/** Extracts the findings of a project for another sensitivity; later calls read what has come since. */
export interface FindingExtractor {
  /** The periods that touch the time asked for, by start. */
  extract(ctx: Context, row: ProjectRow, request: FindingsRequest): Promise<LivePeriod[]>
}

/** Series times sampling intervals of one request, which take up to 340 MB while they are read and evaluated. Stated in the API's description. */
const MAX_CELLS = 1_000_000
/** Rows before and after the time asked for that are read as well: a fault is dated back, and goes on. */
const AROUND_ROWS = 360
/** Rows that are scored again later than it takes for them to settle are read this often. */
const KEPT_MS = 600_000

/** An extraction holds a thread, and all cells. */
const extracting = createSemaphore({ concurrent: 2, waitingPerAccount: 20 })

/** An extraction so far. */
interface Kept {
  /** Of what it is. */
  readonly key: string
  readonly series: readonly ReadSeries[]
  readonly from: number
  readonly at: number
  readonly settled: ExtractedBefore
}

export function createFindingExtractor(): FindingExtractor {
  let kept: Kept | undefined
  return {
    async extract(ctx, row, request) {
      const { source, project } = row
      const { wanted, from, to, position, accountId } = request
      const { samplingMs: stepMs, seriesCount, pvalue, cvalue } = project
      requireExtractable(row, { from, to })
      const key = JSON.stringify([source.id, stepMs, pvalue, cvalue, wanted])
      const now = ctx.clock.now()
      const known = kept?.key === key && kept.from <= from && now - kept.at < KEPT_MS ? kept : undefined
      const before = known?.settled
      const span =
        before === undefined
          ? spanOf(request, stepMs, seriesCount)
          : { from: nextRow(before, stepMs), to: Math.floor(position / stepMs) * stepMs }
      const series = known?.series.length === seriesCount ? known.series : await readSeries(ctx, source.id)
      const settledTo = position - lateWindowMs(stepMs)
      const task = async (own: Context) => {
        const rows = await readRows(own, row, { ...span, series, wanted, before })
        return own.compute.extractLive({ ...rows, before, settledTo, from })
      }
      const { periods, settled } = await extracting.run(accountId, () => runMetered(ctx, accountId, task))
      const isBegun = !Number.isNaN(settled.extraction.lastRow)
      kept = isBegun ? { key, series, from: known?.from ?? from, at: known?.at ?? now, settled } : undefined
      return periods.filter(({ period }) => period.start <= to)
    },
  }
}

/** Refuses what cannot be extracted: too many rows, and scores that are no probabilities. */
export function requireExtractable({ project, source }: ProjectRow, { from, to }: Span): void {
  if (project.pvalue === 0)
    throw invalidField('pvalue', 'must be omitted: the pvalue of the project is 0', {
      sentence: {
        en: `The pvalue of ${source.name} is 0, so that each of its samples is flagged: that says nothing of another pvalue or cvalue. Omit both.`,
        'zh-CN': `${source.name} 的 pvalue 为 0，所有样本都被标记，无法据此得出其他 pvalue 或 cvalue 的结果。请省略这两项。`,
      },
    })
  const { seriesCount, samplingMs } = project
  const intervals = Math.ceil((to - from) / samplingMs) + 1
  if (seriesCount * intervals <= MAX_CELLS) return
  const max = Math.floor(MAX_CELLS / seriesCount)
  throw invalidField('from', `must be at most ${max} sampling intervals before to with another pvalue or cvalue`, {
    sentence: {
      en: `With ${seriesCount} series, findings for another pvalue or cvalue can be shown for at most ${max} sampling intervals, not ${intervals}. Choose a shorter time.`,
      'zh-CN': `序列数为 ${seriesCount} 时，其他 pvalue 或 cvalue 的发现最多可显示 ${max} 个采样间隔，而非 ${intervals} 个。请选择更短的时间。`,
    },
  })
}

/** The rows to be read for a time, in whole ones: with those around it, and from the beginning of what was found in it. */
function spanOf({ from, to, position, found }: FindingsRequest, stepMs: number, seriesCount: number): Span {
  const aroundMs = AROUND_ROWS * stepMs
  // Half as many cells as may be asked for are read besides them
  const maxMs = (MAX_CELLS / Math.max(1, seriesCount) / 4) * stepMs
  const first = Math.max(from - maxMs, Math.min(from, ...found.map((one) => one.from)) - aroundMs)
  const last = Math.min(to + maxMs, Math.max(to, ...found.map((one) => one.to)) + aroundMs)
  // Where the interval was changed, the last row may lie between those of now
  const rowAt = (time: number): number => Math.floor(time / stepMs) * stepMs
  return { from: rowAt(first), to: rowAt(Math.min(position, last)) }
}

function nextRow({ extraction }: ExtractedBefore, stepMs: number): number {
  return (extraction.lastRow + 1) * stepMs
}

/** The rows of the series that may hold a finding: all on the instances of those that were flagged, and those that are looked at already. */
async function readRows(
  ctx: Context,
  { source, project }: ProjectRow,
  {
    from,
    to,
    series: all,
    wanted,
    before,
  }: Span & {
    series: readonly ReadSeries[]
    wanted: Sensitivity
    before: ExtractedBefore | undefined
  },
) {
  const { samplingMs: stepMs, pvalue, cvalue } = project
  const span = { from, to: Math.max(from, to) + stepMs }
  const flagged = await findFlagged(ctx, { source, project }, { ...span, series: all, wanted })
  const isKnown = (id: string): boolean => before?.extraction.replays.has(id) === true
  const instances = new Set(all.filter(({ number }) => flagged.has(number)).map(({ key }) => key.instance))
  const chosen = all.filter(({ key }) => instances.has(key.instance) || isKnown(key.id))
  const numbers = chosen.map(({ number }) => number)
  const isNew = chosen.some(({ key }) => !isKnown(key.id))
  const [grid, scores, state] = await Promise.all([
    numbers.length > 0 ? ctx.points.readGrid(source.id, numbers, span, stepMs) : emptyGrid(span, stepMs),
    numbers.length > 0 ? readScores(ctx, source.id, numbers, span, stepMs) : noScores,
    isNew ? readState(ctx, source.id) : undefined,
  ])
  const liveState = state?.bytes
  return { stepMs, scored: { pvalue, cvalue }, wanted, series: all, numbers, grid, scores, liveState }
}

/** The numbers of the series that have a sample with a score that another sensitivity flags. */
async function findFlagged(
  { points }: Context,
  { source, project }: Pick<ProjectRow, 'source' | 'project'>,
  { from, to, series: all, wanted }: Span & { series: readonly ReadSeries[]; wanted: Sensitivity },
): Promise<Set<number>> {
  if (all.length === 0) return new Set()
  const min = Math.log(1 - wanted.pvalue) / Math.log(1 - project.pvalue)
  const request = { from, to, bucketMs: to - from, series: all.map(({ number }) => number) }
  const reached = await points.reduceLiveScores(source.id, request)
  return new Set(reached.series.filter((_, index) => Math.abs(reached.degree[index]!) > min))
}

async function readScores(
  { points }: Context,
  sourceId: string,
  numbers: readonly number[],
  span: Span,
  stepMs: number,
): Promise<LiveScoreRows> {
  const cells = numbers.length * ((span.to - span.from) / stepMs)
  const scores = await points.readLiveScores(sourceId, numbers, span, cells)
  if (scores !== undefined) return scores
  throw invalidField('from', 'must be later than the change of the sampling interval with another pvalue or cvalue', {
    sentence: {
      en: 'The sampling interval of the project was shorter in a part of that time. Findings for another pvalue or cvalue can be shown for the time since it was changed.',
      'zh-CN': '该时间段内项目的采样间隔曾经更短。其他 pvalue 或 cvalue 的发现只能显示更改采样间隔之后的时间。',
    },
  })
}

function emptyGrid({ from, to }: Span, stepMs: number): PointGrid {
  return { times: Float64Array.from({ length: (to - from) / stepMs }, (_, row) => from + row * stepMs), columns: [] }
}

const noScores: LiveScoreRows = {
  series: new Uint32Array(),
  times: new Float64Array(),
  degree: new Float32Array(),
  low: new Float32Array(),
  high: new Float32Array(),
}

async function readSeries({ db }: Pick<Context, 'db'>, sourceId: string): Promise<ReadSeries[]> {
  const { number, seriesId, metric, instance, service, group, isRate, readSince } = series
  const rows = await db
    .select({ number, seriesId, metric, instance, service, group, isRate, readSince })
    .from(series)
    .where(eq(series.sourceId, sourceId))
    .orderBy(asc(number))
  return rows.map((row) => ({
    number: row.number,
    key: keyOf(row),
    isRate: row.isRate,
    readSince: row.readSince,
  }))
}
