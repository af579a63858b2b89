import type { SeriesKey } from '../series/frame.ts'
import { localClock } from '../series/local-clock.ts'
import type { DetectorStates, DetectorStore } from '../stream/detector-store.ts'
import { GRID_MS } from '../stream/point-grid.ts'
import type { LiveSeriesKey, LiveState, LiveValueType, QuietState, StillState, WatchState } from './live-state.ts'
import type { SeriesFacts } from './replay-series.ts'
import { createTable, type SavedTable, type Table } from './table.ts'
import { emptyWatch } from './watch-series.ts'
import { emptyQuiet } from './watch-silence.ts'

/** The series of an instance by their places, and how long all of them have been silent. */
export type WatchedInstance = {
  readonly name: string
  readonly members: readonly number[]
  readonly keys: readonly SeriesKey[]
  readonly quiet: QuietState
}

/** The series of a project and what is kept of each, by their places. */
export type WatchedSeries = {
  readonly keys: readonly SeriesKey[]
  readonly watches: Table<WatchState>
  readonly quiet: Table<QuietState>
  readonly still: Table<StillState>
  readonly detectors: DetectorStore
  /** Gives the key as it is kept. */
  add(one: LiveSeriesKey): SeriesKey
  save(): Pick<LiveState, 'series' | 'watches' | 'quiet' | 'still' | 'detectors'>
}

const WATCH_COLUMNS = {
  kind: ['undecided', 'level', 'counter'],
  isGuess: [false, true],
  early: 'list',
  previous: 'number',
  waited: 'number',
  count: 'number',
  level: 'number',
  deviation: 'number',
  liveLevel: 'number',
  liveDeviation: 'number',
  isSeasonal: [false, true],
  min: 'number',
  max: 'number',
  armedAt: 'number',
  halfwayLevel: 'number',
  flaggedAt: 'number',
  lifted: 'list',
  usualDeviation: 'number',
  usualDistance: 'number',
  faults: 'list',
  trust: ['none', 'low', 'medium', 'high'],
} as const

const QUIET_COLUMNS = {
  rows: 'number',
  present: 'number',
  fromRow: 'number',
  start: 'number',
  quietRows: 'number',
  needed: 'number',
  isOpen: [false, true],
  isGone: [false, true],
  firstAt: 'number',
  usualGaps: 'list',
} as const

const STILL_COLUMNS = {
  value: 'number',
  fromRow: 'number',
  start: 'number',
  count: 'number',
  rows: 'number',
  repeats: 'number',
  longest: 'number',
  seen: 'number',
  isOpen: [false, true],
} as const

/** States from before this version hold detectors of rows as they came. */
const GRID_VERSION = 6

/** The series of a saved state, whose seasons are put to the clocks of the time zone; none without one. */
export function openWatchedSeries(
  state: LiveState | undefined,
  createStore: (saved?: DetectorStates, timeZone?: string) => DetectorStore,
  timeZone?: string,
): WatchedSeries {
  const types: LiveValueType[] = []
  const keys: SeriesKey[] = []
  const watches = openTable<WatchState>(WATCH_COLUMNS, state?.watches)
  const quiet = openTable<QuietState>(QUIET_COLUMNS, state?.quiet)
  const still = createTable<StillState>(STILL_COLUMNS, state?.still)
  while (still.length < watches.length) still.add(emptyStill())
  const detectors = createStore(state?.detectors, timeZone)
  if (state !== undefined && state.version < GRID_VERSION && state.options.stepMs < GRID_MS) detectors.restart()
  const savedClock = localClock(state?.options.timeZone)
  if (state !== undefined && savedClock !== localClock(timeZone)) detectors.convertSeasonsFrom(savedClock)
  const texts = new Map<string, string>()
  const shared = (text: string): string => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  const keep = ({ key, type }: LiveSeriesKey): SeriesKey => {
    const kept: SeriesKey = { id: key.id, metric: shared(key.metric), instance: shared(key.instance) }
    if (key.service !== undefined) kept.service = shared(key.service)
    if (key.group !== undefined) kept.group = shared(key.group)
    keys.push(kept)
    types.push(type)
    return kept
  }
  for (const one of state?.series ?? []) keep(one)
  return {
    keys,
    watches,
    quiet,
    still,
    detectors,
    add(one) {
      watches.add(emptyWatch(one.type))
      quiet.add(emptyQuiet())
      still.add(emptyStill())
      detectors.add()
      return keep(one)
    },
    save: () => ({
      series: keys.map((key, place) => ({ key, type: types[place] })),
      watches: watches.save(),
      quiet: quiet.save(),
      still: still.save(),
      detectors: detectors.save(),
    }),
  }
}

function emptyStill(): StillState {
  return { value: Number.NaN, fromRow: 0, start: 0, count: 0, rows: 0, repeats: 0, longest: 0, seen: 0, isOpen: false }
}

/** Of each series, by its id, what its rows are extracted with from `row` on. */
export function readSeriesFacts({ series, watches, lastRow }: LiveState, row: number): Map<string, SeriesFacts> {
  const table = openTable<WatchState>(WATCH_COLUMNS, watches)
  return new Map(
    series.map(({ key }, place) => {
      const { kind, min, max, count, usualDeviation, usualDistance } = table.at(place)
      const before = count - Math.max(0, lastRow - row)
      const learned = { min, max, count: Math.max(0, before), usualDeviation, usualDistance }
      return [key.id, { isCounter: kind === 'counter', ...learned }]
    }),
  )
}

/** A table of what was saved; as records, until version 3. */
function openTable<T extends object>(
  columns: Parameters<typeof createTable<T>>[0],
  saved: SavedTable<T> | readonly T[] | undefined,
): Table<T> {
  if (!Array.isArray(saved)) return createTable(columns, saved as SavedTable<T> | undefined)
  const table = createTable(columns)
  for (const record of saved as readonly T[]) table.add(record)
  return table
}
