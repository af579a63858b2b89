import { type Choice, numbers } from '../choose.ts'

/** What is chosen of the bursts and sequences in logs. */
export const logFindingChoices: readonly Choice[] = [
  ...numbers('logs/findings/bursts.ts', {
    BURST_WARM_UP: [6, 12, 24],
    TRIMMED: [0.8, 0.9, 0.95, 0.98, 1],
    RECENT: [3, 6, 12, 24],
    UNCERTAINTY: [1, 2, 4, 8],
    ENOUGH: [30, 60, 120],
    POOLED_BELOW: [0.1, 0.25, 0.5, 1],
  }),
  ...numbers('logs/findings/sequence.ts', {
    FEWEST: [5, 10, 20, 40],
    ENOUGH: [2, 5, 10],
    MARGIN: [0.35, 0.7, 1, 1.4],
  }),
]
