import type { IncidentPeriod } from '../incident.ts'
import { findDailyWindow } from './daily-window.ts'
import { degreeOf, isAlike, patternOf } from './period-pattern.ts'
import { isHidden, previewVerdicts } from './preview-verdicts.ts'
import type { LabelledPeriod, PeriodPattern, ToLocal, VerdictRule, VerdictRules } from './verdict.ts'

/** The same thing at another time is not equally improbable: the next one may be so much worse than the worst. */
const SAME_AGAIN = 1.25
/** In the hours that false alarms keep to, it may be worse still. */
const AT_ITS_HOUR = 1.5
/** That an instance went down is believed until a person has said twice that it was nothing. */
const VERDICTS_ON_DOWN = 2
/** Rules that are learned, at most. */
const MAX_RULES = 1_000

type FalseGroup = { pattern: PeriodPattern; places: number[] }

/**
 * What verdicts teach, and what that would hide of past periods; nothing is applied. False alarms that are alike give a
 * threshold: alike periods at most a quarter worse than the worst of them are hidden. Where they keep to a time of the
 * day on three days or more, they also give an exclusion that reaches half as far again. No rule hides a period that
 * was confirmed, nor anything alike that is as bad: where the two meet, the rule ends below, and false alarms beyond
 * are reported as conflicts. Times of the day are UTC's unless `toLocal` is given.
 */
export function learnFromVerdicts(
  labelled: readonly LabelledPeriod[],
  past: readonly IncidentPeriod[],
  { toLocal = (time) => time }: { toLocal?: ToLocal } = {},
): VerdictRules {
  const truths = labelled.filter(({ verdict }) => verdict === 'true').map(({ period }) => period)
  const groups = groupFalse(labelled)
  const rules = groups
    .flatMap((group) => rulesOf(group, labelled, truths, toLocal))
    .filter((rule) => !truths.some((truth) => isHidden(rule, truth)))
    .slice(0, MAX_RULES)
  const conflicts = labelled.flatMap(({ period, verdict }, place) =>
    verdict === 'false' && isOverruled(period, truths) ? [place] : [],
  )
  return {
    rules,
    conflicts,
    effect: previewVerdicts(rules, past),
    trainingExclusions: joinSpans(truths),
  }
}

function groupFalse(labelled: readonly LabelledPeriod[]): FalseGroup[] {
  const groups: FalseGroup[] = []
  for (const [place, { period, verdict }] of labelled.entries()) {
    if (verdict !== 'false') continue
    const pattern = patternOf(period)
    const group = groups.find((one) => isAlike(one.pattern, pattern))
    if (group === undefined) groups.push({ pattern, places: [place] })
    else group.places.push(place)
  }
  return groups
}

function rulesOf(
  { pattern, places }: FalseGroup,
  labelled: readonly LabelledPeriod[],
  truths: readonly IncidentPeriod[],
  toLocal: ToLocal,
): VerdictRule[] {
  const periods = places.map((place) => labelled[place]!.period)
  const believed = periods.filter((period) => !isOverruled(period, truths))
  if (believed.length < (pattern.kind === 'down' ? VERDICTS_ON_DOWN : 1)) return []
  const worst = believed.reduce((max, period) => Math.max(max, degreeOf(period)), 0)
  const limit = truths
    .filter((truth) => isAlike(patternOf(truth), pattern))
    .reduce((min, truth) => Math.min(min, degreeOf(truth)), Number.POSITIVE_INFINITY)
  const reach = (by: number): number => (by * worst < limit ? by * worst : worst)
  const verdicts = believed.length
  const threshold: VerdictRule = { kind: 'threshold', pattern, upTo: reach(SAME_AGAIN), verdicts }
  const window = findDailyWindow(believed, toLocal)
  if (window === undefined) return [threshold]
  return [threshold, { kind: 'exclusion', pattern, window, toLocal, upTo: reach(AT_ITS_HOUR), verdicts }]
}

/** Whether something alike and no worse was confirmed. */
function isOverruled(period: IncidentPeriod, truths: readonly IncidentPeriod[]): boolean {
  const pattern = patternOf(period)
  return truths.some((truth) => isAlike(patternOf(truth), pattern) && degreeOf(truth) <= degreeOf(period))
}

function joinSpans(periods: readonly IncidentPeriod[]): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of [...periods].sort((a, b) => a.start - b.start)) {
    const last = joined[joined.length - 1]
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
