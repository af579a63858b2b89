import { createStreamDetector } from '../../packages/engine/src/index.ts'
import { createRandom } from '../../packages/engine/src/stats/random.ts'
import type { Measurement } from '../budget.ts'
import { atMost } from './figure.ts'
import { type QuietKind, quietKinds } from './stream-world/quiet-kinds.ts'
import { DAY_ROWS, START, STEP_MS } from './stream-world/rhythm.ts'

const DAYS = 35
/** Rows that are not counted, as in NAB: a detector has to see something first. */
const PROBATION = 600
const SERIES = 20
const ALARM = 0.5
const MAX_PER_DAY = 0.01

/** Alarms of the stream detector, as shipped, in five weeks of simulated series in which nothing happens. */
export function run(): Measurement[] {
  return quietKinds.map((kind, k) => {
    const { rate, series } = alarmsOf(kind, 100_000 * (k + 1))
    return atMost(`alarms in ${kind.what}`, MAX_PER_DAY, rate, '/ series-day', `in ${series} of ${SERIES} series`)
  })
}

function alarmsOf({ localStart, open }: QuietKind, seed: number): { rate: number; series: number } {
  const alarms = Array.from({ length: SERIES }, (_, k) => {
    const detector = createStreamDetector(localStart && { timeZone: localStart.timeZone })
    const value = open(createRandom(seed + k))
    let count = 0
    for (let row = 0; row < DAYS * DAY_ROWS; row++) {
      const { score } = detector.push((localStart?.start ?? START) + row * STEP_MS, value(row))
      if (row >= PROBATION && score >= ALARM) count++
    }
    return count
  })
  const all = alarms.reduce((sum, count) => sum + count, 0)
  return { rate: all / (SERIES * (DAYS - PROBATION / DAY_ROWS)), series: alarms.filter((count) => count > 0).length }
}
