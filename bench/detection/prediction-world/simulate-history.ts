import type { Outcome, Precursor } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY: number = 24 * HOUR

/** One kind of trouble: its precursor is followed by its incident with a probability, until `breaksAt` where it has one. */
export type Trouble = {
  precursor: string
  outcome: string
  holds: number
  leadMs: number
  breaksAt?: number
  /** Share of its incidents that come without any announcement. */
  unannounced: number
}

export type SimulatedHistory = {
  from: number
  to: number
  precursors: Precursor[]
  incidents: Outcome[]
  troubles: Trouble[]
  /** Starts of incidents that were announced, by outcome. */
  announced: { at: number; start: number; outcome: string }[]
}

/**
 * Weeks of a system: troubles that announce themselves more or less reliably, incidents out of nothing, and a crowd of findings
 * that mean nothing, some of which come in the same hours of the day as the incidents. One trouble stops
 * announcing itself three quarters through.
 */
export function simulateHistory(days: number, seed: number, areConnected = true): SimulatedHistory {
  const random = createRandom(seed)
  const to = days * DAY
  const troubles = Array.from({ length: 5 }, (_, k) => drawTrouble(k, to, random))
  const history: SimulatedHistory = { from: 0, to, precursors: [], incidents: [], troubles, announced: [] }
  for (const trouble of troubles) {
    for (let at = random() * DAY; at < to; at += DAY * (0.3 + 1.4 * random())) {
      if (areConnected) history.precursors.push({ at, name: trouble.precursor })
      else history.precursors.push({ at: random() * to, name: trouble.precursor })
      const isBroken = trouble.breaksAt !== undefined && at >= trouble.breaksAt
      if (!isBroken && random() < trouble.holds) {
        const start = at + trouble.leadMs * Math.exp(0.3 * normal(random))
        history.announced.push({ at, start, outcome: trouble.outcome })
        history.incidents.push(incident(start, trouble.outcome, random))
      }
      if (random() < trouble.unannounced) history.incidents.push(incident(random() * to, trouble.outcome, random))
    }
  }
  for (let noise = 0; noise < 40; noise++) {
    const hour = random() < 0.3 ? 9 + Math.floor(random() * 8) : -1
    const count = Math.floor(days * (0.1 + 1.5 * random()))
    for (let k = 0; k < count; k++) {
      const at = hour < 0 ? random() * to : Math.floor(random() * days) * DAY + (hour + random()) * HOUR
      history.precursors.push({ at, name: `log noise${noise} rare` })
    }
  }
  history.precursors.sort((a, b) => a.at - b.at)
  history.incidents.sort((a, b) => a.start - b.start)
  return history
}

function drawTrouble(k: number, to: number, random: Random): Trouble {
  return {
    precursor: `log announces${k} new`,
    outcome: `key trouble${k}`,
    holds: 0.65 + 0.3 * random(),
    leadMs: MINUTE * 10 * 12 ** random(),
    ...(k === 0 ? { breaksAt: 0.75 * to } : {}),
    unannounced: 0.2 * random(),
  }
}

function incident(start: number, outcome: string, random: Random): Outcome {
  return { start, end: start + (5 + 40 * random()) * MINUTE, outcomes: [outcome, 'kind metric'] }
}
