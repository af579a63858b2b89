import type { SeriesKey } from '../series/frame.ts'
import { type SeverityFacts, severity } from '../severity/severity.ts'
import { gammaTail } from '../stats/gamma-tail.ts'
import { namedExtreme } from './extreme.ts'
import { guessUnit } from './guess-unit.ts'
import type { Period, PeriodSeries } from './period.ts'
import type { SentenceParts } from './sentence.ts'
import { durationOf } from './span.ts'
import { type SeriesPart, type SpanPart, sideOf } from './span-part.ts'

/** What the report of a period depends on, besides what was measured in it. */
export type PeriodContext = {
  /** The series of the file, by which those that moved are corrected. */
  series: readonly SeriesKey[]
  stepMs: number
  threshold: number
  cvalue: number
}

/** Chance that any series of a file is said to have moved in an interval in which none did. */
const FALSE_MOVES = 0.01
/** So many rows in a row count as one where they are put together, as neighbours are alike. */
const ALIKE = 10

/**
 * Whether the deviation of a series in an interval is more than chance: the smaller of two joint probabilities of its rows, times two
 * and times the number of series that were looked at (Bonferroni), is below 0.01. They are the harmonic mean of the rows' tail
 * probabilities, which a few extreme rows lower (Wilson, PNAS 2019), and Fisher's sum of logarithms, which many slightly unusual ones
 * do, with ten rows in a row counting as one (Brown 1975).
 */
function hasMoved(part: Pick<SeriesPart, 'rows' | 'inverses' | 'logs'>, seriesCount: number): boolean {
  const { rows, inverses, logs } = part
  if (rows === 0) return false
  const independent = 1 + (rows - 1) / ALIKE
  const joint = Math.min(rows / inverses, gammaTail(independent, (-logs / rows) * independent))
  return 2 * joint * seriesCount < FALSE_MOVES
}

/** Turns what was measured in an interval into a period: severity, shares, the series that moved, and the sentence. */
export function toPeriod(part: SpanPart, context: PeriodContext): Period {
  const { start, end, rows, fromRow, toRow, probability } = part
  const total = part.series.reduce((sum, { weight }) => sum + weight, 0)
  const series = part.series
    .filter(({ weight }, index) => weight > 0 || index === 0)
    .map((one, index) => toSeries(one, total > 0 ? one.weight / total : 1, index === 0, start, context))
  const lead = series[0]!
  const moved = series.filter(({ firstAt }) => firstAt !== null)
  const upward = series.reduce((sum, { share, side }) => sum + share * side, 0)
  const degree = severity({
    probability,
    threshold: context.threshold,
    rows,
    cvalue: context.cvalue,
    moved: moved.length,
    ...furthest(part.series[0]!),
  })
  const period = { start, end, rows, fromRow, toRow, val: upward < 0 ? -degree : degree, probability, series }
  const sentence = tell(part, lead, moved, context)
  return { ...period, isMissingValue: false, sentence, kind: 'anomaly' }
}

/** How far a series went at the most: what is merged with a fault never makes it less severe. */
function furthest({ extremes, range }: SeriesPart): Pick<SeverityFacts, 'spreads' | 'rangeShare'> {
  const all = [extremes.high, extremes.low, extremes.furthest]
  const max = (values: number[]): number => Math.max(0, ...values.filter((value) => !Number.isNaN(value)))
  return {
    spreads: max(all.map(({ value, usual, spread }) => Math.abs(value - usual) / spread)),
    rangeShare: max(all.map(({ value, usual }) => Math.abs(value - usual) / range)),
  }
}

function toSeries(
  part: SeriesPart,
  share: number,
  isLead: boolean,
  start: number,
  { series }: PeriodContext,
): PeriodSeries {
  const side = sideOf(part)
  const { named } = namedExtreme(part.extremes, side)
  const left = side > 0 ? part.leftUp : part.leftDown
  const isMoved = isLead || (Number.isFinite(left) && hasMoved(part, series.length))
  return {
    seriesId: part.seriesId,
    share,
    side,
    probability: part.probability,
    peak: named.value,
    usual: named.usual,
    spread: named.spread,
    peakAt: named.at,
    firstAt: isMoved ? (Number.isFinite(left) ? left : start) : null,
  }
}

function tell(
  part: SpanPart,
  lead: PeriodSeries,
  moved: readonly PeriodSeries[],
  { series, stepMs }: PeriodContext,
): SentenceParts {
  const byId = new Map(series.map((key) => [key.id, key]))
  const key = byId.get(lead.seriesId)!
  const keys = moved.map(({ seriesId }) => byId.get(seriesId)!)
  return {
    kind: 'anomaly',
    metric: key.metric,
    instance: key.instance,
    ...(key.service === undefined ? {} : { service: key.service }),
    durationMs: durationOf(part, stepMs),
    side: lead.side,
    isExtreme: namedExtreme(part.series[0]!.extremes, lead.side).isExtreme,
    peak: lead.peak,
    ...(Number.isFinite(lead.usual) ? { usual: lead.usual } : {}),
    unit: guessUnit(key.metric),
    ...(series.length > 1 && {
      metrics: new Set(keys.map(({ metric }) => metric)).size,
      instances: new Set(keys.map(({ instance, service }) => `${instance}[${service ?? ''}`)).size,
    }),
    isFirst: moved.every((one) => one === lead || one.firstAt! > lead.firstAt!),
  }
}
