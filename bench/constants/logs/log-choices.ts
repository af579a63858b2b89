import { type Choice, members, numbers } from '../choose.ts'

/** What is chosen of the templates of logs. */
export const logChoices: readonly Choice[] = [
  ...numbers('logs/templates/compare-kinds.ts', {
    MAX_WORDS_OF_VALUE: [2, 4, 8],
    MAX_DIFFERENCES: [2, 3, 5],
    FEWEST_SHARED: [1, 2, 3],
  }),
  ...members('logs/templates/grouping-limits.ts', 'USUAL_LIMITS', {
    seldom: [0.025, 0.05, 0.1],
    enumerationLines: [10, 20, 40],
    dottedNames: [2, 3, 5],
  }),
  ...members('logs/templates/merge-bucket.ts', 'ENOUGH', {
    equals: [2, 3, 4],
    named: [2, 3, 5],
    colon: [3, 5, 8],
    quote: [3, 5, 8],
    plain: [3, 5, 8],
    digits: [2, 3, 4],
    digit: [2, 3, 5],
    known: [2, 3, 5],
    subject: [16, 32, 64],
    pair: [4, 8, 16],
  }),
  ...numbers('logs/templates/merge-bucket.ts', { MAX_ENUMERATED: [2, 4, 6], FEW_CONSTANTS: [1, 2, 3] }),
]
