import type { Period } from './period.ts'

/**
 * How a finding stands when the data end: still going on, swinging back, at a level that counts as normal from now on, or over.
 */
export type FindingState = 'open' | 'recovering' | 'newNormal' | 'over'

/** When the data end, and how they were looked at. */
export type DataEnd = { lastTime: number; stepMs: number; cvalue: number }

/** The state of a finding. It counts as going on while no more than `cvalue` samples follow its last one, so that
 * a further one would belong to it. */
export function findingState(
  { end, recoveringUntil, isNewNormal }: Pick<Period, 'end' | 'recoveringUntil' | 'isNewNormal'>,
  { lastTime, stepMs, cvalue }: DataEnd,
): FindingState {
  const isLast = (time: number): boolean => lastTime - time <= cvalue * stepMs
  if (isNewNormal) return 'newNormal'
  if (recoveringUntil !== undefined && recoveringUntil > end) return isLast(recoveringUntil) ? 'recovering' : 'over'
  return isLast(end) ? 'open' : 'over'
}

const ORDER: readonly FindingState[] = ['open', 'recovering', 'newNormal', 'over']

/** The state of findings together: that of the one that most is left of. `over` for none. */
export function joinedState(states: readonly FindingState[]): FindingState {
  return ORDER.find((state) => states.includes(state)) ?? 'over'
}
