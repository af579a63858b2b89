import { type Incident, mergePeriods, repeatKey, similarIncidents } from '../../packages/engine/src/index.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, forComparison } from './figure.ts'
import { type SimulatedFindings, simulateFindings } from './incident-world/simulate-findings.ts'

const SYSTEMS = 20
const OPTIONS = { stepMs: 60_000, cvalue: 5 }

/**
 * Twenty simulated systems with sixty incidents each: whether findings of one incident end up together (every pair of findings
 * of incidents counts), and whether the most similar earlier incident is one of the same type, where there was one.
 */
export function run(): Measurement[] {
  const systems = Array.from({ length: SYSTEMS }, (_, k) => evaluate(simulateFindings(40 + k)))
  const share = (part: (one: ReviewedPeriod) => number, of: (one: ReviewedPeriod) => number): number =>
    systems.reduce((sum, one) => sum + part(one), 0) / systems.reduce((sum, one) => sum + of(one), 0)
  return [
    atLeast(
      'pairs put together that belong together',
      0.95,
      share(
        (one) => one.right,
        (one) => one.put,
      ),
    ),
    atLeast(
      'pairs that belong together put together',
      0.95,
      share(
        (one) => one.right,
        (one) => one.belong,
      ),
    ),
    forComparison(
      'attributed to the faulty part',
      share(
        (one) => one.kinds,
        (one) => one.evaluated,
      ),
    ),
    atLeast(
      'the most similar is of the same type',
      0.9,
      share(
        (one) => one.similar,
        (one) => one.again,
      ),
    ),
    forComparison(
      'the same by chance',
      share(
        (one) => one.byChance,
        (one) => one.again,
      ),
    ),
    forComparison(
      'repeats folded',
      share(
        (one) => one.folded,
        (one) => one.again,
      ),
    ),
    forComparison(
      'folded with one of another type',
      share(
        (one) => one.confused,
        (one) => one.evaluated,
      ),
    ),
  ]
}

type ReviewedPeriod = ReturnType<typeof evaluate>

function evaluate(findings: SimulatedFindings) {
  const incidents = mergePeriods(findings, OPTIONS)
  const truths = incidents.map((one) => [
    ...one.periodPlaces.map((place) => findings.periodTruth[place]!),
    ...one.logPlaces.map((place) => findings.logTruth[place]!),
  ])
  return { ...judgePairs(truths), ...judgeLikeness(incidents, truths, findings) }
}

/** Counts pairs of findings; background belongs to nothing, but putting it to an incident is wrong. */
function judgePairs(truths: readonly number[][]) {
  const totals = new Map<number, number>()
  let put = 0
  let right = 0
  for (const truth of truths) {
    put += pairs(truth.length)
    const counts = new Map<number, number>()
    for (const id of truth) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const [id, count] of counts) {
      if (id < 0) continue
      right += pairs(count)
      totals.set(id, (totals.get(id) ?? 0) + count)
    }
  }
  return { put, right, belong: [...totals.values()].reduce((sum, count) => sum + pairs(count), 0) }
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2
}

function judgeLikeness(incidents: readonly Incident[], truths: readonly number[][], findings: SimulatedFindings) {
  const counts = { evaluated: 0, kinds: 0, again: 0, similar: 0, byChance: 0, folded: 0, confused: 0 }
  const earlier: { id: string; key: string; fingerprint: Incident['fingerprint']; type: number }[] = []
  for (const [place, incident] of incidents.entries()) {
    const id = truths[place]!.find((one) => one >= 0)
    if (id === undefined) continue
    const type = findings.types[id]!
    const same = earlier.filter((one) => one.type === type)
    const key = repeatKey(incident.fingerprint, earlier)
    const isFolded = (one: (typeof earlier)[number]): boolean => one.key === key
    counts.evaluated++
    if (incident.kind === findings.kinds[id]) counts.kinds++
    if (earlier.some((one) => one.type !== type && isFolded(one))) counts.confused++
    if (same.length > 0) {
      counts.again++
      const [best] = similarIncidents(incident.fingerprint, earlier, { limit: 1 })
      if (same.some((one) => one.id === best?.id)) counts.similar++
      if (same.some(isFolded)) counts.folded++
      counts.byChance += same.length / earlier.length
    }
    earlier.push({ id: `${place}`, key, fingerprint: incident.fingerprint, type })
  }
  return counts
}
