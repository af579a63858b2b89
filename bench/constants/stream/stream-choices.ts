import { type Choice, numbers, numbersBehind } from '../choose.ts'

const FILE = 'stream/residual-statistics.ts'
/** The reach of the five channels of a side, and of the three of the shape: what is far enough for an alarm. */
const REACHES = {
  SIDE_CHANNELS: [4.1, 3.2, 2.65, 4.65, 4.65],
  RESIDUAL_CHANNELS: [4.45, 4.45, 5.1],
} as const

/** How the room of the standard state is divided between its stores. */
const DIVISIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'as it was': {},
  'more days': { days: 22, shortLags: 190, longLags: 165 },
  'more lags': { days: 8, shortLags: 480, longLags: 210 },
  'fewer bins': { bins: 96, shortLags: 440 },
  'fewer blocks': { blocks: 20, shortLags: 400 },
  'fewer long lags': { longLags: 90, shortLags: 410 },
}

/** What is chosen of the stream detector. */
export const streamChoices: readonly Choice[] = [
  ...numbers('stream/alarm-filter.ts', {
    ALARM: [2.3, 2.75, 3.2, 3.8],
    ATTENTION: [0.7, 1, 1.45, 2],
    MEMORY: [70, 140, 280],
    RISE: [1.4, 2, 2.8],
    HELD: [0.15, 0.3, 0.6],
  }),
  ...numbers('stream/block-maxima.ts', {
    BLOCK: [72, 144, 288],
    DELAY: [1, 2, 4],
    UNCERTAINTY: [2.5, 5, 10],
    HEAVY: [1.4, 2, 2.8],
    MAX_ADDED: [0.3, 0.6, 1.2],
  }),
  ...numbers('stream/channels.ts', {
    LEVEL_WEIGHT: [0.005, 0.01, 0.02],
    VARIANCE_WEIGHT: ['1 / 8000', '1 / 4000', '1 / 2000'],
    LEVEL_SPAN: [2, 4, 8],
    SEASON_SPAN: [3, 6, 12],
    // No more than are kept
    FLAT_SPAN: [24, 48, 64],
    FADE_AFTER: ['10_000', '20_000', '40_000'],
    NEIGHBOURS: [5, 10, 20],
    MIN_VALUES: [10, 20, 40],
    SHAPE_LENGTH: [16, 24],
    LONG_STEP: [2, 4, 8],
  }),
  ...numbers('stream/incident-memory.ts', {
    HELD_LEVEL: [0.15, 0.3, 0.6],
    QUIET_MS: ['13 * 3_600_000', '26 * 3_600_000', '52 * 3_600_000'],
  }),
  ...Object.entries(REACHES).flatMap(([name, all]) => all.map((reach, from) => reachOf(name, from, reach))),
  numbersBehind('offset', { file: FILE, name: 'SIDE_CHANNELS', values: multiples([0.3, 0.1, 0.05, 0.3, 0.1]) }),
  numbersBehind('deviation', { file: FILE, name: 'SIDE_CHANNELS', values: multiples([0.15, 0.05, 0.02, 0.15, 0.05]) }),
  numbersBehind('ofMean', { file: FILE, name: 'SIDE_CHANNELS', values: multiples([0.08, 0.08, 0.08, 0.08, 0.08]) }),
  numbersBehind('deviation', { file: FILE, name: 'RESIDUAL_CHANNELS', values: multiples([0.15, 0.15, 0.2]) }),
  ...numbers(FILE, {
    MIN_OF_GLOBAL: [0.2, 0.4, 0.8],
    MIN_OF_RANGE: [0.0005, 0.001, 0.002],
  }),
  ...numbers('stream/season-store.ts', {
    MIN_CORRELATION: [0.1, 0.2, 0.4],
    LEAD: [0.015, 0.03, 0.06],
    REACH: [2, 4, 8],
    LAGS: [
      [1, 2, 7],
      [1, 2, 3, 7, 14],
      [1, 2, 3, 4, 7, 14, 21],
    ].map((days) => `[${days.join(', ')}].map((days) => days * DAY_CELLS)`),
  }),
  ...numbers('stream/step-clock.ts', {
    USUAL_STEP: ['100_000', '300_000', '900_000'],
    PACE: [0.15, 0.3, 0.6],
    MAX_PACE: [0.4, 0.75, 1.5],
    WEIGHT: [0.01, 0.02, 0.04],
  }),
  ...numbers('stream/sided-evidence.ts', { FEWEST_DAYS: [5, 7, 10] }),
  ...numbers('stream/working-detector.ts', {
    MAX_DECADES: [4, 6, 8, 12],
    RANGE_LEFT: [0.025, 0.05, 0.1],
    RANGE_EVIDENCE: [0.5, 0.75, 1, 1.5],
    AGREEMENT: [0.3, 0.6, 1.2],
    RECORD_SLACK: [0.075, 0.15, 0.3],
    MIN_RECORD: [0.4, 0.65, 1],
    BEYOND_SAMPLE: [2.5, 5, 10],
    ATTENTION_SCORE: [0.15, 0.25, 0.35],
    HELD_POWER: [6, 12, 24],
    FADE_AFTER: ['10_000', '20_000', '40_000'],
    MIN_COUNT: [10, 20, 40],
  }),
  ...numbers('stats/gumbel-power.ts', { LEAD: [0.5, 1, 2], MAX_CORRELATION: [0.5, 0.7, 0.85] }),
  ...numbers('stats/tail-sketch.ts', { REFIT: [25, 50, 100] }),
  // No more spans than the small state has room for
  ...numbers(FILE, { SPAN: [6, 12, 24], LONG_SPANS: [6, 9, 12] }),
  ...numbers('stream/season-store.ts', {
    // The lags beside an hour, half a day, a day and a week: nearer, or farther
    CANDIDATES: [
      seasons(
        '3, 5',
        '0.4375 * DAY_CELLS, 0.5625 * DAY_CELLS',
        '0.875 * DAY_CELLS, 1.125 * DAY_CELLS',
        '6 * DAY_CELLS',
      ),
      seasons(
        ...(['3, 5', '0.375 * DAY_CELLS, 0.625 * DAY_CELLS'] as const),
        ...(['0.75 * DAY_CELLS, 1.25 * DAY_CELLS', '5 * DAY_CELLS, 6 * DAY_CELLS'] as const),
      ),
      seasons(
        ...(['2, 6', '0.25 * DAY_CELLS, 0.75 * DAY_CELLS'] as const),
        ...(['0.5 * DAY_CELLS, 1.5 * DAY_CELLS', '4 * DAY_CELLS, 5 * DAY_CELLS'] as const),
      ),
    ],
  }),
  {
    file: 'stream/stream-size.ts',
    name: 'STORE_SIZES',
    labels: Object.keys(DIVISIONS),
    values: Object.values(DIVISIONS).map((sizes) => (source: string) => withStandard(source, sizes)),
  },
]

function withStandard(source: string, sizes: Readonly<Record<string, number>>): string {
  const at = source.indexOf('standard:')
  const changed = Object.entries(sizes).reduce(
    (text, [key, value]) => text.replace(new RegExp(`\\b${key}: \\d+`), `${key}: ${value}`),
    source.slice(at),
  )
  return source.slice(0, at) + changed
}

function multiples(usual: readonly number[]): number[][] {
  return [0.5, 1, 2].map((factor) => usual.map((one) => factor * one))
}

function reachOf(name: string, from: number, reach: number): Choice {
  const values = [0.8, 0.9, 1, 1.1, 1.25].map((factor) => [Number((factor * reach).toPrecision(3))])
  return numbersBehind('reach', { file: FILE, name, from, values })
}

function seasons(hour: string, halfDay: string, day: string, week: string): string {
  const of = (lag: string, beside: string): string => `{ lag: ${lag}, beside: [${beside}] }`
  return `[${[of('4', hour), of('DAY_CELLS / 2', halfDay), of('DAY_CELLS', day), of('7 * DAY_CELLS', week)].join(', ')}]`
}
