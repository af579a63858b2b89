import { type Choice, numbers } from '../choose.ts'

/** What is chosen of the check of rollouts. */
export const rolloutChoices: readonly Choice[] = [
  ...numbers('rollout/compare-windows.ts', { RANK_PART: [0.5, 0.7, 0.8, 0.9, 0.95] }),
  ...numbers('rollout/is-trending.ts', {
    CERTAIN: [1, 1.4, 2, 2.8],
    CLEARLY: [1.25, 1.8, 2.5, 3.5],
    ENOUGH: [0.15, 0.25, 0.35, 0.5, 0.7],
  }),
]
