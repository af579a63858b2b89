import type { Cause } from './cause.ts'
import { instanceOf } from './pick-movers.ts'

/** A cause as people are shown it: `stopped` counts the series of its instance that stopped with it, itself among them. */
export type ShownCause = Cause & { stopped?: number }

/**
 * Series that stopped with their instance say the same of it: the first of them stands for all, with their shares. The
 * order stays. A series that stopped alone stays as it is.
 */
export function foldStopped(causes: readonly Cause[]): ShownCause[] {
  const first = new Map<string, ShownCause>()
  const shown: ShownCause[] = []
  for (const cause of causes) {
    const known = cause.reasons.hasStopped && first.get(instanceOf(cause))
    if (known) {
      known.stopped = (known.stopped ?? 1) + 1
      known.share += cause.share
      continue
    }
    const one: ShownCause = { ...cause }
    shown.push(one)
    if (cause.reasons.hasStopped) first.set(instanceOf(cause), one)
  }
  return shown
}
