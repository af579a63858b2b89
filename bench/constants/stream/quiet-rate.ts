import { createStreamDetector } from '../../../packages/engine/src/index.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import type { QuietKind } from './choosing-quiet.ts'

const DAY = 86_400_000
const SHIPPED = 0.5
/** Rows of a quiet series: those that it settles in, and those in which it is to be quiet. */
const SETTLING_ROWS = 600
const QUIET_ROWS = 6000

/** Alarms a day of so many series of a kind, the first of them that of `seed`; times begin at `start`. */
export function quietRate({ stepMs, open }: QuietKind, series: number, seed: number, start: number): number {
  let alarms = 0
  for (let k = 0; k < series; k++) {
    const detector = createStreamDetector()
    const value = open(createRandom(seed + k))
    for (let row = 0; row < SETTLING_ROWS + QUIET_ROWS; row++)
      if (detector.push(start + row * stepMs, value(row)).score >= SHIPPED && row >= SETTLING_ROWS) alarms++
  }
  return alarms / ((series * QUIET_ROWS * stepMs) / DAY)
}
