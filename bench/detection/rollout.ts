import { checkRollout, type RolloutFinding } from '../../packages/engine/src/index.ts'
import { mannWhitney } from '../../packages/engine/src/stats/mann-whitney.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import {
  type RolloutKind,
  type SimulatedRollout,
  simulateRollout,
  windowsOf,
} from './rollout-world/simulate-rollout.ts'

const TURNS = 1000
const TURNS_OF_POWER = 300
const MANY = { metrics: 20, changed: 4, shift: 1 }
const LONG: RolloutKind = { name: 'windows of 360 values', memory: 0.8, before: 360, after: 360 }
/** Comparisons with controls may reach back farther: 1,440 values before, 360 after. */
const RHYTHM: RolloutKind = { ...LONG, name: '', before: 1440, season: 5 }

const KINDS: readonly RolloutKind[] = [
  { name: 'windows of 60 values', memory: 0.8, before: 60, after: 60 },
  { name: 'windows of 120 values', memory: 0.8, before: 120, after: 120 },
  { name: 'windows of 240 values', memory: 0.8, before: 240, after: 240 },
  LONG,
  { name: '1,440 values before, 240 after', memory: 0.8, before: 1440, after: 240 },
  { ...LONG, name: 'heavy tails', isHeavy: true },
  { ...RHYTHM, name: 'daily rhythm, one control instance', controls: 1 },
  { ...RHYTHM, name: 'daily rhythm, three control instances', controls: 3 },
  { ...RHYTHM, name: 'daily rhythm, two earlier weeks', weeks: 2 },
  { ...RHYTHM, name: 'daily rhythm, four earlier weeks', weeks: 4 },
]

const TRIED = 'stricter limits for trends were tried: power falls to 0.74 with 240 values, most false verdicts stay'

/** Here a rhythm of two deviations differs from a shift only in that it continues. */
const ALONE: RolloutKind = {
  ...LONG,
  name: 'daily rhythm, 6 hours by the minute, nothing to compare with',
  season: 2,
  stepMs: 60_000,
}

/** Kinds whose windows are long enough to promise a power: 360 values are worth 40 independent ones at a correlation of 0.8. */
const POWERFUL = KINDS.slice(3)

/**
 * Simulated rollouts, neighbouring values correlated by 0.8. A false verdict is "worse", "better" or "changed" where nothing changed;
 * power is the share of "worse" where a latency rises by one deviation. Over 20 metrics with 4 changed ones, the share of false ones
 * among those said to have changed.
 */
export function run(): Measurement[] {
  const nothing = [...KINDS, ALONE].map((kind) => ({ kind, verdicts: judgeAll(kind, 0) }))
  const shifted = KINDS.map((kind) => ({ kind, verdicts: judgeAll(kind, 1) }))
  const many = Array.from({ length: TURNS_OF_POWER / 5 }, (_, k) => evaluate(LONG, MANY, k)).flat()
  const found = many.filter(isChange)
  return [
    ...nothing.map(({ kind, verdicts }) =>
      atMost(
        `false verdicts, ${kind.name}`,
        0.05,
        share(verdicts, isChange),
        '',
        kind === ALONE ? `${doubts(verdicts)}; ${TRIED}` : doubts(verdicts),
      ),
    ),
    ...shifted.map(({ kind, verdicts }) => {
      const power = share(verdicts, ({ verdict }) => verdict === 'worse')
      const what = `power at one deviation, ${kind.name}`
      return POWERFUL.includes(kind) ? atLeast(what, 0.9, power) : forComparison(what, power, '', doubts(verdicts))
    }),
    atMost(
      'false ones among 20 metrics, 4 of them changed',
      0.05,
      share(found, ({ metric }) => !isChanged(metric)),
    ),
    forComparison(
      'changed ones of them found',
      found.filter(({ metric }) => isChanged(metric)).length / (many.length / 5),
    ),
    forComparison('false verdicts of the plain rank test, windows of 360 values', plainTest(LONG)),
  ]
}

function judgeAll(kind: RolloutKind, shift: number): RolloutFinding[] {
  return Array.from({ length: shift > 0 ? TURNS_OF_POWER : TURNS }, (_, k) =>
    evaluate(kind, { metrics: 1, changed: 1, shift }, k),
  ).flat()
}

function evaluate(kind: RolloutKind, size: Parameters<typeof simulateRollout>[1], seed: number): RolloutFinding[] {
  const { frame, at, instances }: SimulatedRollout = simulateRollout(kind, size, 100 + seed)
  const treated = kind.controls === undefined ? {} : { instances: instances.slice(0, 1) }
  return checkRollout(frame, { at, ...windowsOf(kind), ...treated }).findings
}

/** Mann and Whitney (1947) as in a book, taking every value for an independent one. */
function plainTest(kind: RolloutKind): number {
  const wrong = Array.from({ length: TURNS }, (_, k) => {
    const { frame } = simulateRollout(kind, { metrics: 1, changed: 0, shift: 0 }, 100 + k)
    const values = frame.columns[0]!
    const windows = [values.subarray(0, kind.before), values.subarray(kind.before)] as const
    return mannWhitney(...windows, [kind.before, kind.after]).probability < 0.05 ? 1 : 0
  })
  return wrong.reduce<number>((sum, one) => sum + one, 0) / TURNS
}

function isChanged(metric: string): boolean {
  return Number(metric.slice('latency_'.length)) < MANY.changed
}

function isChange({ verdict }: RolloutFinding): boolean {
  return verdict === 'worse' || verdict === 'better' || verdict === 'changed'
}

function doubts(findings: readonly RolloutFinding[]): string {
  const part = share(findings, ({ verdict }) => verdict === 'insufficient')
  return part > 0 ? `${(100 * part).toFixed(0)} % reported as insufficient` : ''
}

function share(findings: readonly RolloutFinding[], of: (finding: RolloutFinding) => boolean): number {
  return findings.filter(of).length / findings.length
}
