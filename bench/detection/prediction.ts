import { advancePredictions, learnRules, NO_PREDICTIONS } from '../../packages/engine/src/index.ts'
import { median } from '../../packages/engine/src/stats/quantile.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { DAY, type SimulatedHistory, simulateHistory } from './prediction-world/simulate-history.ts'

const DAYS = 120
const LEARNED = 60
const RUNS = 40
const HOUR = DAY / 24

/**
 * Forty simulated systems: rules are learned from 60 days and used for the 60 days after, in which nothing is learned any more.
 * A quarter of the way before the end one trouble stops announcing itself. Then the same without any connection.
 */
export function run(): Measurement[] {
  const runs = Array.from({ length: RUNS }, (_, k) => evaluate(simulateHistory(DAYS, 100 + k)))
  const sum = (of: (one: ReviewedPeriod) => number): number => runs.reduce((total, one) => total + of(one), 0)
  const falseRules = Array.from({ length: RUNS }, (_, k) => rulesOf(simulateHistory(DAYS, 500 + k, false)).length)
  const retirements = runs.flatMap(({ missesToRetire }) => missesToRetire)
  return [
    atLeast('rules found of those that hold', 0.9, sum((one) => one.trueRules) / sum((one) => one.troubles)),
    atMost('false rules a system', 0.1, sum((one) => one.falseRules) / RUNS),
    atMost('rules a system where nothing is connected', 0.1, falseRules.reduce((a, b) => a + b, 0) / RUNS),
    atLeast('precision while rules hold', 0.65, sum((one) => one.hits) / sum((one) => one.hits + one.misses)),
    forComparison('the best precision possible', sum((one) => one.held) / sum((one) => one.chances)),
    forComparison(
      'precision of always predicting, every hour anew',
      sum((one) => one.hoursHit) / sum((one) => one.hours),
      '',
      'it predicts every incident; never predicting has no misses and predicts none',
    ),
    atLeast('announced incidents predicted', 0.75, sum((one) => one.foreseen) / sum((one) => one.announced)),
    atLeast('rules that failed and retired', 0.9, sum((one) => one.retiredBroken) / sum((one) => one.broken)),
    forComparison('misses until a failed rule retired, median', median(retirements)),
    atMost('rules that hold and retired', 0.05, sum((one) => one.retiredGood) / sum((one) => one.good)),
    forComparison('predicted over actual lead, median', median(runs.flatMap(({ leadRatios }) => leadRatios))),
  ]
}

function rulesOf({ precursors, incidents }: SimulatedHistory) {
  const to = LEARNED * DAY
  return learnRules({
    from: 0,
    to,
    precursors: precursors.filter(({ at }) => at < to),
    incidents: incidents.filter(({ start }) => start < to),
  })
}

type ReviewedPeriod = ReturnType<typeof evaluate>

function evaluate(history: SimulatedHistory) {
  const learned = rulesOf(history)
  const isTrue = (id: string): boolean => history.troubles.some((one) => id === `${one.precursor} → ${one.outcome}`)
  const brokenAt = history.troubles[0]!.breaksAt!
  const brokenName = history.troubles[0]!.precursor
  const result = play(history, learned)
  const rules = result.state.rules
  const mine = rules.filter(({ precursor }) => precursor === brokenName)
  const others = rules.filter(({ id, precursor }) => isTrue(id) && precursor !== brokenName)
  const settled = result.settled.filter(({ ruleId, at }) => !ruleId.startsWith(brokenName) || at < brokenAt)
  const announced = history.announced.filter(({ at, start }) => at >= LEARNED * DAY && start < history.to)
  const wasForeseen = (start: number): boolean => result.settled.some(({ isHit, at }) => isHit && at === start)
  return {
    troubles: history.troubles.length,
    trueRules: learned.filter(({ id }) => isTrue(id)).length,
    falseRules: learned.filter(({ precursor }) => !history.troubles.some((one) => one.precursor === precursor)).length,
    hits: settled.filter(({ isHit }) => isHit).length,
    misses: settled.filter(({ isHit }) => !isHit).length,
    held: history.announced.length,
    chances: history.precursors.filter(
      ({ name, at }) => name.startsWith('log announces') && (name !== brokenName || at < brokenAt),
    ).length,
    ...alwaysPredict(history),
    announced: announced.length,
    foreseen: announced.filter(({ start }) => wasForeseen(start)).length,
    broken: mine.length,
    retiredBroken: mine.filter(({ state }) => state === 'retired').length,
    missesToRetire: mine.flatMap(({ id, retiredAt }) =>
      retiredAt === undefined
        ? []
        : [result.settled.filter((one) => one.ruleId === id && one.at >= brokenAt && !one.isHit).length],
    ),
    good: others.length,
    retiredGood: others.filter(({ state }) => state === 'retired').length,
    leadRatios: learned.flatMap(({ precursor, lead }) =>
      history.troubles.filter((one) => one.precursor === precursor).map(({ leadMs }) => lead.about / leadMs),
    ),
  }
}

/** For each trouble each hour of the days after learning, and whether it began in that hour. */
function alwaysPredict({ troubles, incidents, to }: SimulatedHistory): { hours: number; hoursHit: number } {
  const from = LEARNED * DAY
  const later = incidents.filter(({ start }) => start >= from && start < to)
  const hit = new Set(
    troubles.flatMap(({ outcome }) =>
      later
        .filter(({ outcomes }) => outcomes.includes(outcome))
        .map(({ start }) => `${outcome} ${Math.floor(start / HOUR)}`),
    ),
  )
  return { hours: (troubles.length * (to - from)) / HOUR, hoursHit: hit.size }
}

/** Hour by hour, as a server would. */
function play({ precursors, incidents, to }: SimulatedHistory, rules: ReturnType<typeof learnRules>) {
  let state = { ...NO_PREDICTIONS, rules }
  const settled = []
  for (let now = LEARNED * DAY + HOUR; now <= to; now += HOUR) {
    const isNew = (at: number): boolean => at >= now - HOUR && at < now
    const step = advancePredictions(state, {
      now,
      precursors: precursors.filter(({ at }) => isNew(at)),
      incidents: incidents.filter(({ start }) => isNew(start)),
    })
    state = step.state
    settled.push(...step.settled)
  }
  return { state, settled }
}
