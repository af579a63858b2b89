import { type Choice, members, numbers } from '../choose.ts'

/** What is chosen of the templates of logs. */
export const logChoices: readonly Choice[] = [
  ...numbers('logs/templates/compare-kinds.ts', {
    maxWordsOfValue: [2, 4, 8],
    maxDifferences: [2, 3, 5],
    fewestShared: [1, 2, 3],
  }),
  ...members('logs/templates/grouping-limits.ts', 'usualLimits', {
    seldom: [0.025, 0.05, 0.1],
    enumerationLines: [10, 20, 40],
    dottedNames: [2, 3, 5],
  }),
  ...members('logs/templates/merge-bucket.ts', 'enough', {
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
  ...numbers('logs/templates/merge-bucket.ts', { maxEnumerated: [2, 4, 6], fewConstants: [1, 2, 3] }),
]
