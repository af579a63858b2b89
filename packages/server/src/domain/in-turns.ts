import { setImmediate } from 'node:timers/promises'

/** Numbers processed within some milliseconds. */
const valuesATurn = 10_000

/** Calls `step` for each index below `count`, yielding to other requests after every ten thousand values. */
export async function inTurns(count: number, step: (index: number) => void, valuesAStep = 1): Promise<void> {
  const stepsATurn = Math.max(1, Math.floor(valuesATurn / Math.max(1, valuesAStep)))
  for (let index = 0; index < count; index++) {
    if (index > 0 && index % stepsATurn === 0) await setImmediate()
    step(index)
  }
}
