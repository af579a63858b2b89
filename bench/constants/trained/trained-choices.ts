import { type Choice, numbers } from '../choose.ts'

/** What is chosen of trained models. */
export const trainedChoices: readonly Choice[] = [
  ...numbers('detect/column/day-memory.ts', {
    QUANTILES: [3, 5, 8, 12],
    SOME: [0.025, 0.05, 0.1],
    MAX: [0.35, 0.5, 0.7, 0.85],
    FEWEST_HELD: [16, 20, 24, 28],
    STATES: [8, 16, 32, 64],
  }),
  ...numbers('detect/column/level-tracker.ts', { FAR_OFF_STEADY: [5, 7, 10] }),
  ...numbers('detect/find-onset.ts', { ONSET_PART: ['1 / 5', '1 / 3', '1 / 2'] }),
  ...numbers('detect/find-runs.ts', { NEARLY: [0.05, 0.1, 0.2, 0.4] }),
  ...numbers('detect/join-periods.ts', { LEARNED_FROM: [30, 60, 120] }),
  ...numbers('detect/run-limits.ts', {
    ONCE_IN: ['3_000', '6_000', '12_000', '24_000'],
    MIN_ROWS: ['500', '1_000', '2_000', '4_000'],
  }),
  ...numbers('detect/scorer.ts', { OUT_OF_RANGE: [0.005, 0.01, 0.02, 0.04] }),
  ...numbers('stats/block-tail.ts', { WIDENING: [1, 2, 4, 8] }),
  ...numbers('detect/joint/fit-joint.ts', { MAX_SOM_DIMS: [2, 3, 5] }),
]
