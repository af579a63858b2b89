import type { DownPart } from '../detect/find-parts.ts'
import type { SeriesKey } from '../series/frame.ts'
import { localClock } from '../series/local-clock.ts'
import { detectorStoreFor } from '../stream/detector-store.ts'
import type { LiveSeriesDetector } from '../stream/live-series-detector.ts'
import type { StreamTrust } from '../stream/series-detector.ts'
import { type ArmedSample, type EpisodeOptions, isFinished, periodsOf, report, takeRow } from './episode.ts'
import { dropEpisode, episodeOf, openEpisodes, rowsOfEpisodes } from './episodes.ts'
import { isArmed } from './expectation.ts'
import { collectFindingChanges, type FindingChanges } from './finding-changes.ts'
import { createFrozenWatch } from './frozen-watch.ts'
import { createGapReports } from './gap-reports.ts'
import { createGapWatch } from './gap-watch.ts'
import { withoutMarks } from './live-marks.ts'
import type {
  EpisodeState,
  LiveFinding,
  LiveModel,
  LiveOptions,
  LiveRound,
  LiveRows,
  LiveScores,
  LiveSeriesKey,
  LiveState,
  LiveValueType,
  WatchedSample,
  WatchState,
} from './live-state.ts'
import { createModelVotes, type ModelVotes } from './model-votes.ts'
import { isNearZero, type NearZeroRow, takeNearZero } from './near-zero.ts'
import { recountRows } from './recount-rows.ts'
import type { Table } from './table.ts'
import { decideKind, declareType } from './value-kind.ts'
import { emptyWatch, type RowPlace, watchSeries } from './watch-series.ts'
import { emptyQuiet, restoreQuiet } from './watch-silence.ts'
import { openWatchedSeries, type WatchedInstance, type WatchedSeries } from './watched-series.ts'

/** Finds anomalies and gaps in rows as they come. */
export type LiveDetector = {
  /** Series that rows have from now on, after those there are. */
  addSeries(series: readonly LiveSeriesKey[]): void
  /** Series, by their places, that have no values any more: that is no silence. */
  endSeries(places: readonly number[]): void
  readonly seriesCount: number
  /** What senders say of the series so far, by their places: how each is read from the next row on. */
  declareTypes(types: readonly LiveValueType[]): void
  /** Has a trained model evaluate the rows from the next one on; none where it is undefined. */
  useModel(model: LiveModel | undefined): void
  /** What was reported and may still change. */
  findings(): LiveFinding[]
  /** Time of the last row; NaN before the first. */
  readonly lastTime: number
  /**
   * Learns rows from before those that are evaluated: each series comes to know what it would have by `push`, but nothing is reported. The rows are `rowMs` apart, on multiples of it, which may be
   * several sampling intervals: each then holds the last value of its interval. Throws RangeError for an interval that is no multiple, for another number of columns, and for times that do not ascend.
   */
  learn(rows: LiveRows, rowMs: number): void
  /** Evaluates rows. Throws RangeError for another number of columns, and for times that do not ascend. */
  push(rows: LiveRows): LiveRound
  /**
   * The whole state, to be copied (`structuredClone`) before the next call. A detector made from it goes on as if nothing had
   * happened.
   */
  save(): LiveState
}

const VERSION = 7
/** The first whose states can be read. */
const FIRST_VERSION = 3
/** How anomalous a row is at most, 1 at the threshold. */
const MAX_DEGREE = 10
const TRUSTS: readonly StreamTrust[] = ['none', 'low', 'medium', 'high']

type Instance = WatchedInstance & {
  members: number[]
  keys: SeriesKey[]
  /** Of the row `lookedAt`: series with a value, and those of them near zero, unless one is not. */
  lookedAt: number
  values: number
  low: NearZeroRow[]
}

/**
 * A detector of all series of a project. Each series is evaluated by the streaming engine, a counter by its rate (see `watchSeries`). What is
 * found on the series of one instance is put together into periods by the functions that do so for files (`planPeriods`); gaps follow the rules of
 * files (`watchSilence`). The seasons of a state of another time zone are put to the clocks of the one that is given. `model` is the trained model that was in use when the state was saved: it goes on from there. `createStore` keeps the detectors of
 * the series: packed or not, by the interval. Throws RangeError for options out of range, for an unknown time zone, and for a state of a version that cannot be read.
 */
export function createLiveDetector(
  options: LiveOptions,
  state?: LiveState,
  model?: LiveModel,
  createStore: ReturnType<typeof detectorStoreFor> = detectorStoreFor(options.stepMs),
): LiveDetector {
  requireOptions(options)
  if (state !== undefined && !(state.version >= FIRST_VERSION && state.version <= VERSION))
    throw new RangeError('the live detector was saved by another version')
  const { stepMs, pvalue, cvalue, quietUntil = Number.NEGATIVE_INFINITY } = options
  const q = 1 - pvalue
  const watched = openWatchedSeries(state, createStore, options.timeZone)
  const { keys, watches, detectors } = watched
  const instances = new Map<string, Instance>()
  /** Of each series, by its place. */
  const instanceAt: Instance[] = []
  const nearZero = new Map<string, DownPart>(state?.nearZero)
  // A function that named the state would hold all of it
  const savedQuiet = new Map(state?.instances)
  const episodes = openEpisodes(state)
  const reports = createGapReports(stepMs, state?.gaps)
  const gaps = createGapWatch({ stepMs, clock: localClock(options.timeZone), watched, instances, reports }, state)
  const frozen = createFrozenWatch({ stepMs, watched, reports })
  let votes: ModelVotes | undefined
  let lastTime = state?.lastTime ?? Number.NaN
  let lastRow = state?.lastRow ?? Number.NaN
  /** The interval that rows are counted in, in sampling intervals: more than 1 only while coarser rows are learned. */
  let rowSteps = 1
  /** Since when series are read as they are now, where that was not reported yet; NaN where it is from the next row on. */
  let ratesSince: number | undefined = Number.NaN

  const join = (key: SeriesKey, place: number): void => {
    const { instance: name } = key
    const instance = instances.get(name) ?? {
      name,
      members: [],
      keys: [],
      quiet: restoreQuiet(savedQuiet.get(name)),
      lookedAt: Number.NaN,
      values: 0,
      low: [],
    }
    instance.members.push(place)
    instance.keys.push(key)
    instances.set(name, instance)
    instanceAt.push(instance)
  }
  keys.forEach(join)

  const optionsOf = (name: string): EpisodeOptions => ({
    series: titled(instances.get(name)!, watches),
    stepMs,
    q,
    cvalue,
  })

  /** Scores a row and gives the series after an alarm, by episode. */
  const scoreRow = (rows: LiveRows, k: number, place: RowPlace, out: LiveScores): Map<EpisodeState, ArmedSample[]> => {
    out.modelDecades[k] = votes?.turnTo(k) ?? Number.NaN
    const armed = new Map<EpisodeState, ArmedSample[]>()
    const watchOptions = { stepMs, q, cvalue, isQuiet: place.time < quietUntil }
    let largest = Number.NaN
    for (let j = 0; j < keys.length; j++) {
      const key = keys[j]!
      const watch = watches.at(j)
      const value = rows.columns[j]![k]!
      if (decideKind(watch, value)) {
        detectors.renew(j)
        ratesSince = place.time
      }
      const wasArmed = isArmed(watch)
      const { min } = watch
      const open = () => detectors.open(j)
      const found = watchSeries(watch, open, value, place, watchOptions, votes?.of(j))
      if (found === undefined) continue
      const { sample, earlier, released } = found
      lookForZero(instanceAt[j]!, key.id, sample, min, place.row)
      const degree = Math.sign(sample.side) * Math.min(MAX_DEGREE, Math.log(sample.probability) / Math.log(q))
      const at = j * out.times.length + k
      out.degree[at] = degree
      out.low[at] = sample.low
      out.high[at] = sample.high
      if (!(Math.abs(degree) <= Math.abs(largest))) largest = degree
      if (!wasArmed && !isArmed(watch)) continue
      const episode = episodeOf(episodes, key, place.row, stepMs)
      if (released === 'held') episode.released.set(key.id, place.row)
      const others = armed.get(episode) ?? []
      others.push({ key, range: watch.max - watch.min, sample, earlier })
      armed.set(episode, others)
    }
    out.rowDegree[k] = largest
    return armed
  }
  const advanceNearZero = (place: RowPlace): void => {
    for (const { name, members, lookedAt, values, low } of instances.values()) {
      if (lookedAt !== place.row) continue
      const before = nearZero.get(name)
      if (low.length < values && before === undefined) continue
      const run = takeNearZero(before, { instance: name, members: members.length, rows: low, values }, place)
      if (run === undefined) nearZero.delete(name)
      else nearZero.set(name, run)
    }
  }
  const isAnyArmed = (name: string, { seriesIds }: EpisodeState): boolean =>
    instances.get(name)!.members.some((member) => seriesIds.has(keys[member]!.id) && isArmed(watches.at(member)))
  const advanceEpisodes = (
    armed: ReadonlyMap<EpisodeState, ArmedSample[]>,
    { row, time }: RowPlace,
    changes: FindingChanges,
  ): void => {
    for (const { name, episode, seen } of rowsOfEpisodes(episodes, armed, nearZero, isAnyArmed)) {
      const isChanged = takeRow(episode, seen, { row, time }, { q, cvalue })
      if (!isChanged && episode.reported.size === 0 && seen.isAnyArmed) continue
      const own = optionsOf(name)
      const periods = isChanged ? periodsOf(episode, row, own) : undefined
      changes.add(report(episode, name, { periods, time }, own))
      if (!seen.isAnyArmed && isFinished(episode, row, own)) dropEpisode(episodes, name, episode)
    }
  }
  const takeRates = ({ times }: LiveRows): LiveRound['rates'] => {
    const [first] = times
    if (ratesSince === undefined || first === undefined) return undefined
    const since = Number.isNaN(ratesSince) ? first : ratesSince
    ratesSince = undefined
    return { places: [...keys.keys()].filter((place) => watches.at(place).kind === 'counter'), since }
  }

  const requireNext = ({ times, columns }: LiveRows): void => {
    if (columns.length !== keys.length)
      throw new RangeError(`the detector has ${keys.length} series, the rows ${columns.length}`)
    let before = lastTime
    for (const time of times) {
      if (!(time > before) && !Number.isNaN(before)) throw new RangeError('rows come in the order of their times')
      before = time
    }
  }
  const countRowsIn = (steps: number): void => {
    if (steps === rowSteps) return
    for (let j = 0; j < keys.length; j++) recountRows(watches.at(j), rowSteps, steps)
    lastRow = Math.floor(((lastRow + 1) * rowSteps - 1) / steps)
    rowSteps = steps
  }
  /** One series after the other: its detector is opened once. */
  const learnSeries = (j: number, { times, columns }: LiveRows, rowMs: number): void => {
    // A plain record: those of the table read and write its columns at each access
    const watch = Object.assign(emptyWatch(undefined), watches.at(j))
    const options = { stepMs: rowMs, q, cvalue }
    let opened: LiveSeriesDetector | undefined
    let before = lastRow
    for (let k = 0; k < times.length; k++) {
      const time = times[k]!
      const value = columns[j]![k]!
      const row = Math.round(time / rowMs)
      const place = { row, time, steps: Number.isNaN(before) ? 1 : row - before }
      before = row
      if (decideKind(watch, value)) {
        detectors.renew(j)
        opened = undefined
        ratesSince = time
      }
      const open = () => (opened ??= detectors.open(j))
      watchSeries(watch, open, value, place, { ...options, isQuiet: time < quietUntil })
    }
    Object.assign(watches.at(j), watch)
  }

  const useModel = (next: LiveModel | undefined, saved?: LiveState['model']): void => {
    votes = next && createModelVotes(next, saved)
    votes?.place(keys)
  }
  useModel(model, state?.model)

  return {
    addSeries: (series) => {
      for (const one of series) join(watched.add(one), keys.length - 1)
      votes?.place(keys)
      if (series.some(({ type }) => type === 'counter')) ratesSince ??= Number.NaN
    },
    declareTypes: (types) => {
      for (const [place, type] of types.entries()) {
        if (!declareType(watches.at(place), type)) continue
        detectors.renew(place)
        ratesSince = Number.NaN
      }
    },
    endSeries: (places) => {
      for (const place of places) Object.assign(watched.quiet.at(place), emptyQuiet())
    },
    useModel: (next) => useModel(next),
    get seriesCount() {
      return keys.length
    },
    findings: () => [
      ...[...episodes.values()].flat().flatMap(({ reported }) => [...reported.values()]),
      ...reports.findings(),
    ],
    get lastTime() {
      return lastTime
    },
    learn(marked, rowMs) {
      const rows = withoutMarks(marked)
      const steps = rowMs / stepMs
      if (!(Number.isInteger(steps) && steps >= 1))
        throw new RangeError(`rows of ${rowMs} ms are not learned at an interval of ${stepMs} ms`)
      requireNext(rows)
      const last = rows.times.at(-1)
      if (last === undefined) return
      countRowsIn(steps)
      for (let j = 0; j < keys.length; j++) learnSeries(j, rows, rowMs)
      lastTime = last + rowMs - stepMs
      lastRow = Math.round(last / rowMs)
    },
    push(pushed) {
      const rows = withoutMarks(pushed)
      requireNext(rows)
      countRowsIn(1)
      const scores = emptyScores(rows.times, keys.length)
      const changes = collectFindingChanges()
      votes?.read(rows)
      for (let k = 0; k < rows.times.length; k++) {
        const time = rows.times[k]!
        const row = Math.round(time / stepMs)
        const place = { row, time, steps: Number.isNaN(lastRow) ? 1 : row - lastRow }
        lastTime = time
        lastRow = row
        const armed = scoreRow(rows, k, place, scores)
        advanceNearZero(place)
        advanceEpisodes(armed, place, changes)
        gaps.takeRow(pushed, k, place, changes)
        frozen.takeRow(rows, k, place, changes)
      }
      return { scores, ...changes.end(), trust: better(trustOf(watched), votes?.trust(q)), rates: takeRates(rows) }
    },
    save() {
      countRowsIn(1)
      return {
        version: VERSION,
        options,
        lastRow,
        lastTime,
        ...watched.save(),
        instances: new Map([...instances].map(([name, { quiet }]) => [name, quiet])),
        nearZero,
        episodes,
        ...gaps.save(),
        gaps: reports.save(),
        model: votes?.save(),
      }
    },
  }
}

/** Counts a value of a row of an instance; keeps it while all of them are near zero. */
function lookForZero(
  instance: Instance,
  seriesId: string,
  { value, at, usual, spread }: WatchedSample,
  min: number,
  row: number,
): void {
  if (instance.lookedAt !== row) {
    instance.lookedAt = row
    instance.values = 0
    instance.low = []
  }
  const isLow = instance.low.length === instance.values && isNearZero({ value, usual, min })
  instance.values++
  if (isLow) instance.low.push({ seriesId, value, at, usual, spread, min })
}

function requireOptions({ stepMs, pvalue, cvalue }: LiveOptions): void {
  if (!(stepMs > 0)) throw new RangeError('the interval must be above 0')
  if (!(pvalue >= 0 && pvalue < 1)) throw new RangeError('pvalue must be at least 0 and below 1')
  if (!(Number.isInteger(cvalue) && cvalue >= 1 && cvalue <= 1000))
    throw new RangeError('cvalue must be a whole number from 1 to 1000')
}

/** The series of an instance as sentences name them: what is said of a counter is said of its rate. */
function titled({ members, keys }: Instance, watches: Table<WatchState>): SeriesKey[] {
  return keys.map((key, index) =>
    watches.at(members[index]!).kind === 'counter' ? { ...key, metric: `rate(${key.metric})` } : key,
  )
}

function emptyScores(times: Float64Array, size: number): LiveScores {
  const empty = (length: number): Float32Array => new Float32Array(length).fill(Number.NaN)
  const cells = size * times.length
  const rows = times.length
  return {
    times,
    degree: empty(cells),
    low: empty(cells),
    high: empty(cells),
    rowDegree: empty(rows),
    modelDecades: empty(rows),
  }
}

function better(a: StreamTrust, b: StreamTrust = 'none'): StreamTrust {
  return TRUSTS.indexOf(b) > TRUSTS.indexOf(a) ? b : a
}

/** That of the middle one of the series that report. */
function trustOf({ keys, quiet, watches }: WatchedSeries): StreamTrust {
  const awaited = [...keys.keys()].filter((place) => !quiet.at(place).isGone)
  const ranks = awaited.map((place) => TRUSTS.indexOf(watches.at(place).trust))
  const sorted = Uint8Array.from(ranks).sort()
  return TRUSTS[sorted[sorted.length >> 1] ?? 0]!
}
