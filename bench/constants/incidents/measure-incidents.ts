import { describeIncident, type Fingerprint, repeatKey } from '../../../packages/engine/src/index.ts'
import type { Figures } from '../measure-with.ts'
import { type ChoosingFindings, simulateChoosingSystem } from './choosing-systems.ts'

const SYSTEMS = 12
const FIRST_SEED = 90_000
const STEP_MS = 60_000
/** Folding hides an incident behind another: one of another type counts as much as three repeats that stay unfolded. */
const WORTH_OF_CONFUSED = 3

/**
 * Which part of simulated incidents is not attributed to the family that they begin in, which part of the repeats is not folded with
 * one of their type, and which part is folded with one of another type. `loss` is the sum, the last with its weight.
 */
export function measure(): Figures {
  const systems = Array.from({ length: SYSTEMS }, (_, k) => countIn(simulateChoosingSystem(FIRST_SEED + k)))
  const sum = (of: (one: (typeof systems)[number]) => number): number =>
    systems.reduce((total, one) => total + of(one), 0)
  const misattributed = 1 - sum(({ kinds }) => kinds) / sum(({ all }) => all)
  const unfolded = 1 - sum(({ folded }) => folded) / sum(({ again }) => again)
  const confused = sum((one) => one.confused) / sum(({ all }) => all)
  return { misattributed, unfolded, confused, loss: misattributed + unfolded + WORTH_OF_CONFUSED * confused }
}

function countIn({ incidents }: ChoosingFindings) {
  const counts = { all: incidents.length, kinds: 0, again: 0, folded: 0, confused: 0 }
  const earlier: { id: string; key: string; fingerprint: Fingerprint; type: number }[] = []
  for (const [place, { type, kind, periods, logs }] of incidents.entries()) {
    const incident = describeIncident({ periods, logs }, { stepMs: STEP_MS })
    const key = repeatKey(incident.fingerprint, earlier)
    const same = earlier.filter((one) => one.type === type)
    if (incident.kind === kind) counts.kinds++
    if (same.length > 0) counts.again++
    if (same.some((one) => one.key === key)) counts.folded++
    if (earlier.some((one) => one.type !== type && one.key === key)) counts.confused++
    earlier.push({ id: `${place}`, key, fingerprint: incident.fingerprint, type })
  }
  return counts
}
