import type { Frame } from '../series/frame.ts'
import { benjaminiHochberg } from '../stats/benjamini-hochberg.ts'
import { median } from '../stats/quantile.ts'
import { compareWindows } from './compare-windows.ts'
import type { Rows } from './control-series.ts'
import { beginsToMove, isTrending } from './is-trending.ts'
import { prepareGroup, type RolloutGroup, reachedGroups } from './prepare-group.ts'
import { guessRegressionDirection } from './regression-direction.ts'
import type { Rollout, RolloutFinding, RolloutOptions, RolloutVerdict } from './rollout.ts'

/** Independent values that each window must be worth for any verdict. */
const FEWEST = 4
/** A certain change counts when it is at least this in Cliff's delta, or as a part of the median before. */
const SMALLEST_DELTA = 0.2
const SMALLEST_PART = 0.05
/** Cliff's delta of a shift by one deviation: windows that could not have shown it say nothing. */
const ONE_DEVIATION = 0.52

const BY_WEIGHT: readonly RolloutVerdict[] = ['worse', 'changed', 'better', 'no-change', 'insufficient']

/**
 * Says for each metric whether a rollout changed it: by the shift between the windows before and after, a rank test and a test of the
 * distribution, corrected for correlation in time, after taking away what control instances or the same hours of earlier weeks did,
 * and with the share of false findings over all metrics held down. NaN is left out; the frame may begin weeks before the rollout, and
 * should. Throws RangeError for times that make no sense and for instances that are not in the frame.
 */
export function checkRollout(frame: Frame, options: RolloutOptions): Rollout {
  requireSense(frame, options)
  const compared = reachedGroups(frame.series, options.instances).map((group) => compareGroup(frame, group, options))
  const adjusted = benjaminiHochberg(compared.map((finding) => finding.probability))
  const findings = compared
    .map((finding, k) => evaluate({ ...finding, adjusted: adjusted[k]! }, options.falseShare ?? 0.05))
    .sort((a, b) => weight(a.verdict) - weight(b.verdict) || a.adjusted - b.adjusted)
  return { verdict: findings[0]?.verdict ?? 'insufficient', findings }
}

function weight(verdict: RolloutVerdict): number {
  return BY_WEIGHT.indexOf(verdict)
}

function requireSense(frame: Frame, options: RolloutOptions): void {
  const { at, instances, beforeMs, afterMs, settleMs, earlierWeeks = 0 } = options
  if (!Number.isFinite(at)) throw new RangeError(`a rollout has a time, not ${at}`)
  for (const length of [beforeMs, afterMs])
    if (length !== undefined && !(length > 0)) throw new RangeError(`a window is longer than 0 ms, not ${length}`)
  if (settleMs !== undefined && !(settleMs >= 0)) throw new RangeError(`time to settle is not below 0 ms: ${settleMs}`)
  if (!(Number.isInteger(earlierWeeks) && earlierWeeks >= 0))
    throw new RangeError(`earlier weeks are a whole number from 0, not ${earlierWeeks}`)
  const unknown = instances?.filter((name) => !frame.series.some((key) => key.instance === name)) ?? []
  if (unknown.length > 0) throw new RangeError(`no series is of instance ${unknown.join(', ')}`)
}

type Compared = Omit<RolloutFinding, 'verdict' | 'adjusted'>

function compareGroup(frame: Frame, group: RolloutGroup, options: RolloutOptions): Compared {
  const { treated, controlled, before, after } = prepareGroup(frame, group, options)
  const cut = ({ from, to }: Rows) => controlled.values.subarray(from, to)
  const windows = [cut(before), cut(after)] as const
  const isControlled = controlled.kind !== 'none'
  const comparison = compareWindows(...windows, isControlled && beginsToMove(...windows))
  const { shift } = comparison.shift
  const usual = median(treated.map((column) => median(column.subarray(before.from, before.to))))
  return {
    ...comparison,
    metric: group.metric,
    ...(group.service === undefined ? {} : { service: group.service }),
    regressionDirection: options.regressionDirections?.[group.metric] ?? guessRegressionDirection(group.metric),
    series: group.treated.map((place) => frame.series[place]!.id),
    controls: controlled.kind === 'instances' ? group.others.map((place) => frame.series[place]!.id) : [],
    control: controlled.kind,
    isTrending: !isControlled && isTrending(...windows, shift),
    before: usual,
    relative: usual === 0 || Number.isNaN(usual) ? undefined : shift / Math.abs(usual),
  }
}

function evaluate(finding: Compared & { adjusted: number }, falseShare: number): RolloutFinding {
  return { ...finding, verdict: verdictOf(finding, falseShare) }
}

function verdictOf(finding: Compared & { adjusted: number }, falseShare: number): RolloutVerdict {
  const { effective, rank, shift, regressionDirection } = finding
  if (!(Math.min(effective.before, effective.after) >= FEWEST)) return 'insufficient'
  if (finding.adjusted > falseShare) return finding.visible > ONE_DEVIATION ? 'insufficient' : 'no-change'
  if (finding.isTrending) return 'insufficient'
  const isShift = Math.abs(rank.delta) >= SMALLEST_DELTA || Math.abs(finding.relative ?? 0) >= SMALLEST_PART
  if (!isShift && finding.distribution.distance < SMALLEST_DELTA) return 'no-change'
  const isCertainShift = isShift && (shift.low > 0 || shift.high < 0)
  if (!isCertainShift || regressionDirection === 'either') return 'changed'
  return shift.shift > 0 === (regressionDirection === 'up') ? 'worse' : 'better'
}
