import { type Choice, numbers } from '../choose.ts'

/** What is chosen of the bursts and sequences in logs. */
export const logFindingChoices: readonly Choice[] = [
  ...numbers('logs/findings/bursts.ts', {
    burstWarmUp: [6, 12, 24],
    trimmed: [0.8, 0.9, 0.95, 0.98, 1],
    recent: [3, 6, 12, 24],
    uncertainty: [1, 2, 4, 8],
    enough: [30, 60, 120],
    pooledBelow: [0.1, 0.25, 0.5, 1],
  }),
  ...numbers('logs/findings/sequence.ts', {
    fewest: [5, 10, 20, 40],
    enough: [2, 5, 10],
    margin: [0.35, 0.7, 1, 1.4],
  }),
]
