import { type GapFinding, guessUnit, type Period, type PvalueSuggestion } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { accounts } from '../../schema/index.ts'
import type { Detection } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readRejectedNotes, rowsPerChunk, toColumn } from '../files/index.ts'
import { readGaps, readPeriods, worstOf } from '../findings/index.ts'
import { mapInTurns } from '../in-turns.ts'
import { leftOutNotes, loadModel } from '../models/index.ts'
import { createSemaphore, runMetered } from '../quotas/index.ts'
import { createSharedWork } from '../shared-work.ts'
import { readSeriesFigures, type SourceSeries } from '../sources/index.ts'
import { type DetectionRow, findReadableDetection, isScored, toHead } from './detection-row.ts'
import { extractPeriods } from './extract-periods.ts'
import { periodIdOf } from './period-id.ts'
import { checkParameters } from './start.ts'
import { dataEndOf, toWireIncidents } from './to-incidents.ts'
import { toWireGap, toWirePeriod } from './to-wire.ts'
import { hideAlike, readVerdicts } from './verdict-row.ts'

export interface ParameterOverrides {
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
}

export interface DetectionOptions extends ParameterOverrides {
  readonly locale: Locale
  /** Ends the extraction for other parameters, which nobody waits for any more. */
  readonly signal?: AbortSignal | undefined
}

/** An extraction holds the model, all row scores and a thread. */
const extracting = createSemaphore({ concurrent: 2, waitingPerAccount: 8 })

/** By detection and parameters. Whoever asks first is charged. */
const extractions = createSharedWork<readonly Period[]>()

/** A detection with its periods; for other values of pvalue or cvalue they are re-extracted from the stored scores. */
export async function getDetection(
  ctx: Context,
  caller: Caller,
  id: string,
  options: DetectionOptions,
): Promise<Detection> {
  const { locale } = options
  const stored = await findReadableDetection(ctx, caller, id)
  const series = await readSeriesFigures(ctx, stored.sourceId, stored.seriesCount)
  const gaps = await readGaps(ctx, id)
  const { row, periods } = await extractWith(ctx, stored, { series, gaps, accountId: caller.accountId, ...options })
  const verdicts = await readVerdicts(ctx, id)
  const { shown, hidden, suggestion } = await hideAlike(ctx, row, periods)
  const rejected = await readRejectedNotes(ctx, row.sourceId, locale)
  const notes = [...leftOutNotes(seriesLeftOut(row, series), locale), ...rejected]
  if (hidden > 0) notes.push(hiddenNote(hidden, locale))
  if (suggestion) notes.push(suggestionNote(suggestion, locale))
  const ownerUserName = await readUserName(ctx, row.ownerId)
  const dataEnd = dataEndOf(row)
  const wirePeriods = await mapInTurns(shown, (period, index) =>
    toWirePeriod(period, index, { given: verdicts.get(periodIdOf(period)), dataEnd, locale }),
  )
  const incidents = await toWireIncidents(shown, gaps, { dataEnd, locale })
  const counts = { periodCount: shown.length, incidentCount: incidents.length, worstVal: worstOf(shown) }
  return {
    ...toHead({ ...row, ownerUserName, ...counts }, caller),
    trust: row.trust,
    flaggedShare: Math.min(1, shown.reduce((sum, period) => sum + period.rows, 0) / Math.max(1, row.rows)),
    ...(row !== stored && isScored(stored) && { stored: { pvalue: stored.pvalue, cvalue: stored.cvalue } }),
    incidents,
    periods: wirePeriods,
    gaps: gaps.map((gap) => toWireGap(gap, { dataEnd, locale })),
    series: toStatistics(row.rows, series, shown),
    notes,
  }
}

interface Wanted extends DetectionOptions {
  readonly accountId: string
  readonly series: readonly SourceSeries[]
  readonly gaps: readonly GapFinding[]
}

/** The stored periods, or re-extracted ones if the parameters differ from the stored ones. */
async function extractWith(
  ctx: Context,
  stored: DetectionRow,
  { series, gaps, accountId, signal, ...wanted }: Wanted,
): Promise<{ row: DetectionRow; periods: readonly Period[] }> {
  if (!isScored(stored)) return { row: stored, periods: await readPeriods(ctx, stored.id) }
  const modelType = stored.modelType!
  const { pvalue, cvalue } = checkParameters(modelType, {
    pvalue: wanted.pvalue ?? stored.pvalue,
    cvalue: wanted.cvalue ?? stored.cvalue,
  })
  if (pvalue === stored.pvalue && cvalue === stored.cvalue)
    return { row: stored, periods: await readPeriods(ctx, stored.id) }
  const rowsAtOnce = rowsPerChunk(stored.scoreSeries.length)
  const extract = async (own: Context, shared: AbortSignal): Promise<Period[]> => {
    const model = await loadModel(own, { header: stored.modelHeader, weightsHandle: stored.weightsHandle })
    const extraction = { ...stored, series, gaps, model, pvalue, cvalue, rowsAtOnce }
    return extractPeriods(own, extraction, { signal: shared })
  }
  const begin = (shared: { signal: AbortSignal }): Promise<Period[]> =>
    runMetered(ctx, accountId, (own) => extracting.run(accountId, () => extract(own, shared.signal), shared.signal))
  const periods = await extractions.join(`${stored.id} ${pvalue} ${cvalue}`, begin, { signal })
  return { row: { ...stored, pvalue, cvalue }, periods }
}

async function readUserName(ctx: Pick<Context, 'db'>, accountId: string): Promise<string> {
  const [account] = await ctx.db
    .select({ userName: accounts.userName })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  return account!.userName
}

/** Series of the file that the model does not know. */
function seriesLeftOut({ kind, scoreSeries }: DetectionRow, series: readonly SourceSeries[]): string[] {
  const scored = new Set(scoreSeries)
  return kind === 'detection' ? series.flatMap(({ id }, number) => (scored.has(number) ? [] : [id])) : []
}

function hiddenNote(hidden: number, locale: Locale): string {
  return locale === 'zh-CN'
    ? `有 ${hidden} 个时段未显示：与之相似的时段已被标记为误报。`
    : `${hidden} periods are not shown, since similar ones were marked as false alarms.`
}

function suggestionNote({ pvalue, hides, of }: PvalueSuggestion, locale: Locale): string {
  const value = Number(pvalue.toPrecision(6))
  return locale === 'zh-CN'
    ? `若 pvalue 为 ${value}，已标记的 ${of} 个误报中有 ${hides} 个不会出现，且不会漏掉已确认的异常。`
    : `With a pvalue of ${value}, ${hides} of ${of} false alarms would not be flagged, and no confirmed anomaly would be missed.`
}

function toStatistics(rows: number, series: readonly SourceSeries[], periods: readonly Period[]): Detection['series'] {
  const counts = new Map<string, { rows: number; periods: number }>()
  for (const period of periods)
    for (const { seriesId } of period.series) {
      const before = counts.get(seriesId) ?? { rows: 0, periods: 0 }
      counts.set(seriesId, { rows: before.rows + period.rows, periods: before.periods + 1 })
    }
  return series.map(({ summary, ...key }) => {
    const count = counts.get(key.id)
    const unit = guessUnit(key.metric)
    return {
      ...toColumn(key),
      ...(unit !== '' && { unit }),
      present: 0,
      ...summary,
      flagged: Math.min(1, (count?.rows ?? 0) / Math.max(1, rows)),
      periodCount: count?.periods ?? 0,
    }
  })
}
