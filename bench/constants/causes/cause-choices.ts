import { type Choice, members, numbers } from '../choose.ts'

/** What is chosen of the ranking of causes. */
export const causeChoices: readonly Choice[] = [
  ...numbers('causes/common-movement.ts', {
    COMMON_SHARE: [0.5, 0.6, 0.75, 0.9],
    TOGETHER_MS: [5_000, 10_000, 20_000, 40_000, 80_000, 160_000],
  }),
  ...numbers('causes/measure-movement.ts', { BEYOND_BEFORE: [1, 1.5, 2, 3] }),
  ...numbers('causes/measure-stops.ts', { DEVIATION: [12, 25, 50, 100, 200] }),
  resources([
    ['cpu', 'disk'],
    ['cpu', 'disk', 'network'],
    ['cpu', 'disk', 'network', 'memory'],
  ]),
  hours([1, 2, 4, 8]),
  ...numbers('causes/rank-causes.ts', { MIN_ROWS_BEFORE: [15, 30, 60] }),
  ...numbers('causes/score-cause.ts', {
    LAG_MS: [7_500, 15_000, 30_000, 60_000],
    LAG_ROWS: [1, 2, 4],
    CLEAR: [5, 10, 20, 40],
  }),
  ...members('causes/score-cause.ts', 'WEIGHTS', {
    clear: [1.5, 3, 6, 12],
    persistence: [0.15, 0.3, 0.6, 1.2],
    instanceLag: [1.8, 2.5, 3.5, 5],
    ownLag: [0.8, 1.2, 1.6, 2.3],
    moved: [4, 8, 16, 32],
    explained: [-8, -4, -2, -1],
  }),
]

function resources(sets: readonly (readonly string[])[]): Choice {
  return {
    file: 'causes/pick-movers.ts',
    name: 'RESOURCES',
    labels: sets.map((set) => set.join(' ')),
    values: sets.map((set) => `new Set([${set.map((one) => `'${one}'`).join(', ')}])`),
  }
}

function hours(counts: readonly number[]): Choice {
  const values = counts.map((count) => `${count} * HOUR`)
  return { file: 'causes/rank-causes.ts', name: 'LONG_INCIDENT', labels: values, values }
}
