import { type GapFinding, type Period, type PvalueSuggestion, renderSentence } from '@omen/engine'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { rowsPerPiece, toColumn } from '../files/index.ts'
import { loadModel } from '../models/index.ts'
import type { Detection, Gap, Verdict, Period as WirePeriod } from '../wire-types.ts'
import { type DetectionRow, findReadableDetection, isScored, type ScoredRow, toHeads } from './detection-row.ts'
import { drawPeriods } from './draw-periods.ts'
import { periodIdOf } from './period-id.ts'
import { checkParameters } from './start.ts'
import { hideAlike, readVerdicts } from './verdict-row.ts'

export interface Redrawing {
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
}

/** A detection with its periods; with other values of pvalue or cvalue they are drawn anew from the stored scores. */
export async function getDetection(
  ctx: Context,
  caller: Caller,
  id: string,
  redrawing: Redrawing & { locale: Locale },
): Promise<Detection> {
  const stored = await findReadableDetection(ctx, caller, id)
  const row = isScored(stored) ? await redraw(ctx, stored, redrawing) : stored
  const verdicts = await readVerdicts(ctx, row.id)
  const { shown, hidden, suggestion } = await hideAlike(ctx, row)
  const [head] = await toHeads(ctx, caller, [{ ...row, periods: shown }])
  const notes = [...row.notes]
  if (hidden > 0) notes.push(hiddenNote(hidden, redrawing.locale))
  if (suggestion) notes.push(suggestionNote(suggestion, redrawing.locale))
  return {
    ...head!,
    trust: row.trust,
    flaggedShare: Math.min(1, shown.reduce((sum, period) => sum + period.rows, 0) / Math.max(1, row.rows)),
    ...(isScored(stored) && { stored: { pvalue: stored.pvalue, cvalue: stored.cvalue } }),
    periods: shown.map((period, index) => toPeriod(period, index, verdicts.get(periodIdOf(period)), redrawing.locale)),
    gaps: row.gaps.map((gap) => toGap(gap, redrawing.locale)),
    series: toStatistics(row, shown),
    notes,
  }
}

async function redraw(ctx: Context, row: ScoredRow, wanted: Redrawing): Promise<DetectionRow> {
  const { pvalue, cvalue } = checkParameters(row.modelType!, {
    pvalue: wanted.pvalue ?? row.pvalue,
    cvalue: wanted.cvalue ?? row.cvalue,
  })
  if (pvalue === row.pvalue && cvalue === row.cvalue) return row
  const model = await loadModel(ctx, { header: row.modelHeader, weightsHandle: row.weightsHandle })
  const rowsAtOnce = rowsPerPiece(row.scoreSeries.length)
  const periods = await drawPeriods(ctx, { ...row, modelType: row.modelType!, model, pvalue, cvalue, rowsAtOnce })
  return { ...row, pvalue, cvalue, periods }
}

function hiddenNote(hidden: number, locale: Locale): string {
  return locale === 'zh-CN'
    ? `有 ${hidden} 个时段未显示：与之相似的时段已被标记为误报。`
    : `${hidden} periods are not shown: alike ones were marked false.`
}

function suggestionNote({ pvalue, hides, of }: PvalueSuggestion, locale: Locale): string {
  const value = Number(pvalue.toPrecision(6))
  return locale === 'zh-CN'
    ? `若 pvalue 为 ${value}，已标记的 ${of} 个误报中有 ${hides} 个不会出现，且不会漏掉已确认的异常。`
    : `With a pvalue of ${value}, ${hides} of ${of} false alarms would not be there, and no confirmed anomaly would be missed.`
}

function toPeriod(period: Period, index: number, verdict: Verdict | undefined, locale: Locale): WirePeriod {
  return {
    id: periodIdOf(period),
    number: index + 1,
    start: period.start,
    end: period.end,
    rows: period.rows,
    val: period.val,
    probability: known(period.probability),
    isMissingValue: period.isMissingValue,
    kind: period.kind,
    series: period.series.map((one) => ({
      seriesId: one.seriesId,
      share: Math.min(1, one.share),
      side: one.side,
      probability: known(one.probability),
      peak: known(one.peak),
      usual: known(one.usual),
      spread: known(one.spread),
    })),
    sentence: renderSentence(period.sentence, locale),
    ...(verdict && { verdict }),
  }
}

function toGap(gap: GapFinding, locale: Locale): Gap {
  const { start, end, kind, seriesIds, sentence } = gap
  return { start, end, kind, seriesIds, sentence: renderSentence(sentence, locale) }
}

function toStatistics(row: DetectionRow, periods: readonly Period[]): Detection['series'] {
  const counts = new Map<string, { rows: number; periods: number }>()
  for (const period of periods)
    for (const { seriesId } of period.series) {
      const before = counts.get(seriesId) ?? { rows: 0, periods: 0 }
      counts.set(seriesId, { rows: before.rows + period.rows, periods: before.periods + 1 })
    }
  return row.series.map((key, place) => {
    const summary = row.summaries[place]!
    const count = counts.get(key.id)
    return {
      ...toColumn(key),
      ...summary,
      flagged: Math.min(1, (count?.rows ?? 0) / Math.max(1, row.rows)),
      periodCount: count?.periods ?? 0,
    }
  })
}

/** JSON has no NaN; and a probability that was kept as JSON may be null already. */
function known(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}
