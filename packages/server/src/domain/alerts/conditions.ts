import type { Threshold } from '../../schema/wire-types.ts'
import { matchesPattern } from './match-series.ts'

/** A sample beyond the sensitivity of the page; its degree is below 0 under what was expected. */
export interface FlaggedSample {
  readonly time: number
  readonly degree: number
  /** NaN where it was not read. */
  readonly value: number
}

export interface SeriesEvidence {
  readonly seriesId: string
  readonly metric: string
  readonly instance: string
  /** By time. */
  readonly samples: readonly FlaggedSample[]
}

/** What a finding of an incident rests on. */
export interface FindingEvidence {
  readonly type: 'period' | 'gap' | 'log'
  /** It says itself what happened: an instance that is down or silent, or log lines. */
  readonly isCause: boolean
  readonly start: number
  /** When live detection reported it first. */
  readonly reportedAt: number
  /** When it needed no improbable samples any more: an instance went down. */
  readonly certainAt?: number | undefined
  readonly series: readonly SeriesEvidence[]
}

export interface Conditions {
  /** The least degree of a sample that counts. */
  readonly minDegree: number
  /** So many rows of a finding have such a sample. */
  readonly cvalue: number
  /** Series that an incident takes at least. */
  readonly minSeries: number
  readonly onlyWithCause: boolean
  readonly thresholds: readonly Threshold[]
  /** Whether a calendar hides what begins at a time on a series. */
  isHidden(series: Pick<SeriesEvidence, 'metric' | 'instance'>, start: number): boolean
}

export interface DueMoments {
  readonly dueAt: number | undefined
  readonly urgentAt: number | undefined
}

const NEVER = Number.POSITIVE_INFINITY

/** When the conditions of an alert held first for an incident. What comes later moves none of these moments. */
export function dueOf(findings: readonly FindingEvidence[], conditions: Conditions): DueMoments {
  const shown = findings.map((finding) => shownOf(finding, conditions)).filter(({ series }) => series.length > 0)
  const flaggedAt = Math.min(NEVER, ...shown.map((finding) => flaggedMoment(finding, conditions)))
  const movedAt = movedMoments(shown)
  const broadAt = movedAt[Math.max(1, conditions.minSeries) - 1] ?? NEVER
  // A log has no series that could move
  const isLog = shown.some(({ type }) => type === 'log')
  const causeAt = conditions.onlyWithCause ? causeMoment(shown, movedAt) : Number.NEGATIVE_INFINITY
  const dueAt = Math.max(flaggedAt, isLog || conditions.minSeries <= 1 ? flaggedAt : broadAt, causeAt)
  const kpiAt = Math.min(NEVER, ...shown.map((finding) => flaggedMoment(ofKpis(finding, conditions), conditions)))
  return { dueAt: definite(dueAt), urgentAt: definite(Math.max(kpiAt, causeAt)) }
}

function definite(time: number): number | undefined {
  return time === NEVER ? undefined : time
}

/** Without the series that a calendar hides, and the samples that a threshold lets pass. */
function shownOf(finding: FindingEvidence, { minDegree, thresholds, isHidden }: Conditions): FindingEvidence {
  const series = finding.series
    .filter((one) => !isHidden(one, finding.start))
    .map((one) => {
      const own = thresholds.filter(({ metric }) => matchesPattern(metric, one.metric))
      const counts = (sample: FlaggedSample): boolean =>
        sample.time >= finding.start &&
        Math.abs(sample.degree) >= minDegree &&
        own.every((threshold) => isBeyond(threshold, sample))
      return { ...one, samples: one.samples.filter(counts) }
    })
  return { ...finding, series }
}

function isBeyond({ ignoreBelow, ignoreAbove, direction }: Threshold, { degree, value }: FlaggedSample): boolean {
  if (direction === 'up' && degree < 0) return false
  if (direction === 'down' && degree > 0) return false
  return !(ignoreBelow !== undefined && value < ignoreBelow) && !(ignoreAbove !== undefined && value > ignoreAbove)
}

/** When so many rows had a sample that counts; of what is no period, when it was reported. */
function flaggedMoment(finding: FindingEvidence, { cvalue }: Conditions): number {
  const { type, reportedAt, certainAt = NEVER, series } = finding
  if (series.length === 0) return NEVER
  if (type !== 'period') return reportedAt
  const times = new Set(series.flatMap(({ samples }) => samples.map(({ time }) => time)))
  const flaggedAt = [...times].sort((a, b) => a - b)[cvalue - 1] ?? NEVER
  return Math.max(reportedAt, Math.min(certainAt, flaggedAt))
}

function ofKpis(finding: FindingEvidence, { thresholds }: Conditions): FindingEvidence {
  const isKpi = (metric: string): boolean => thresholds.some((one) => one.kpi && matchesPattern(one.metric, metric))
  return { ...finding, series: finding.series.filter(({ metric }) => isKpi(metric)) }
}

/** When each series of an incident moved first, the earliest first. */
function movedMoments(findings: readonly FindingEvidence[]): number[] {
  const moved = new Map<string, number>()
  for (const { type, reportedAt, series } of findings)
    for (const { seriesId, samples } of series) {
      const at = type === 'period' ? Math.max(reportedAt, samples[0]?.time ?? NEVER) : reportedAt
      moved.set(seriesId, Math.min(at, moved.get(seriesId) ?? NEVER))
    }
  return [...moved.values()].sort((a, b) => a - b)
}

/** When it was known where it began: at something that says so itself, or as soon as a second series followed the first. */
function causeMoment(findings: readonly FindingEvidence[], moved: readonly number[]): number {
  const named = findings.filter(({ isCause }) => isCause).map(({ reportedAt }) => reportedAt)
  return Math.min(moved[1] ?? NEVER, ...named)
}
