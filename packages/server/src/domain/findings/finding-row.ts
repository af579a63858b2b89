import { type GapFinding, type IncidentLog, type LogDetail, type Period, severityOfVal } from '@omen/engine'
import type { findings, GapDetail, LogFindingDetail, PeriodDetail } from '../../schema/index.ts'

export type FindingRow = typeof findings.$inferSelect
export type NewFinding = typeof findings.$inferInsert

/** The source and detection of a finding; `numberOf` returns a series' number in the source. */
export interface FindingOrigin {
  readonly sourceId: string
  /** Null on live data. */
  readonly detectionId: string | null
  numberOf(seriesId: string): number | undefined
}

export function fromPeriod(period: Period, index: number, origin: FindingOrigin): NewFinding {
  const { start, end, rows, val, probability, kind, ...detail } = period
  const { sourceId, detectionId } = origin
  const lead = period.series[0]
  return {
    sourceId,
    detectionId,
    type: 'period',
    number: index + 1,
    kind,
    rows,
    detail,
    startTime: start,
    endTime: end,
    severity: severityOfVal(val),
    direction: val < 0 ? -1 : 1,
    probability: Number.isFinite(probability) ? probability : null,
    leadSeries: (lead && origin.numberOf(lead.seriesId)) ?? null,
  }
}

export function fromGap(gap: GapFinding, index: number, origin: FindingOrigin): NewFinding {
  const { start, end, rows, kind, ...detail } = gap
  const { sourceId, detectionId } = origin
  const [lead] = gap.seriesIds
  return {
    sourceId,
    detectionId,
    type: 'gap',
    number: index + 1,
    kind,
    rows,
    detail,
    startTime: start,
    endTime: end,
    leadSeries: (lead === undefined ? undefined : origin.numberOf(lead)) ?? null,
  }
}

/** Of log lines. */
export function fromLog(log: LogDetail, { sourceId, detectionId }: FindingOrigin): NewFinding {
  const { start, end, rows, val, probability, ...detail } = log
  return {
    sourceId,
    detectionId,
    type: 'log',
    number: 0,
    kind: 'log',
    rows,
    detail,
    probability,
    startTime: start,
    endTime: end,
    severity: severityOfVal(val),
    direction: 1,
    leadSeries: null,
  }
}

/** With its number among the periods of its detection, those included that verdicts hide. */
export interface StoredPeriod extends Period {
  readonly number: number
}

export function toPeriod(row: FindingRow): StoredPeriod {
  return {
    ...(row.detail as PeriodDetail),
    number: row.number,
    start: row.startTime,
    end: endOf(row),
    rows: row.rows,
    val: row.kind === 'down' ? -Math.PI : row.severity! * row.direction!,
    // Null where it was not a number when it was kept.
    probability: row.probability ?? Number.NaN,
    kind: row.kind as Period['kind'],
  }
}

export function toLog(row: FindingRow): LogDetail {
  return {
    ...(row.detail as LogFindingDetail),
    start: row.startTime,
    end: endOf(row),
    rows: row.rows,
    val: row.severity!,
    probability: row.probability!,
  }
}

export function toIncidentLog({ start, end, val, probability, templateId, sentence }: LogDetail): IncidentLog {
  const { finding, template, instance } = sentence
  const about = { finding, templateId: String(templateId), template, ...(instance !== '' && { instance }) }
  return { start, end, val, probability, ...about }
}

export function toGap(row: FindingRow): GapFinding {
  return {
    ...(row.detail as GapDetail),
    kind: row.kind as GapFinding['kind'],
    start: row.startTime,
    end: endOf(row),
    rows: row.rows,
  }
}

/** Of one that continues, the time of its last row so far. */
function endOf({ endTime, detail }: FindingRow): number {
  return endTime ?? detail.lastRowAt!
}
