import type { DownPart } from '../detect/find-parts.ts'
import type { Period } from '../detect/period.ts'
import type { SeriesKey } from '../series/frame.ts'
import { type ArmedSample, type EpisodeOptions, isFinished, periodsOf, takeRow } from './episode.ts'
import { dropEpisode, type Episodes, episodeOf, rowsOfEpisodes } from './episodes.ts'
import { isArmed } from './expectation.ts'
import type { EpisodeState, LiveOptions } from './live-state.ts'
import { isNearZero, type NearZeroRow, takeNearZero } from './near-zero.ts'
import { openReplay, type ReplayOptions, replayRow, type SeriesFacts, type SeriesReplay } from './replay-series.ts'
import type { RowPlace } from './watch-series.ts'

/** A series whose rows are extracted from; the facts are those before the first of them. */
export type ExtractedSeries = { key: SeriesKey; facts: SeriesFacts }

/** Rows that follow those before, on the interval. All rows of a series, then those of the next, as `LiveScores`; NaN where there is none. */
export type ScoredRows = {
  series: readonly ExtractedSeries[]
  times: Float64Array
  columns: readonly Float64Array[]
  degree: Float32Array
  low: Float32Array
  high: Float32Array
}

/** A period of one instance; `key` is the same for as long as it lasts. */
export type LivePeriod = { key: string; period: Period }

/** What an extraction goes on from, as plain data. */
export type ExtractionState = {
  lastRow: number
  replays: ReadonlyMap<string, SeriesReplay>
  /** By instance. */
  episodes: ReadonlyMap<string, readonly EpisodeState[]>
  nearZero: ReadonlyMap<string, DownPart>
  ended: readonly LivePeriod[]
}

/** Finds the periods of stored live scores for another pvalue or cvalue. */
export type LiveExtraction = {
  push(rows: ScoredRows): void
  /** All so far, by start. */
  periods(): LivePeriod[]
  /** The state, without the periods that ended before a time; to be copied (`structuredClone`) before the next call. */
  save(from: number): ExtractionState
}

export type LiveExtractionOptions = {
  stepMs: number
  /** What the scores were made with. */
  scored: Omit<LiveOptions, 'stepMs'>
  wanted: Omit<LiveOptions, 'stepMs'>
  /** The series of each instance as sentences name them, those that are not pushed as well. */
  instances: ReadonlyMap<string, readonly SeriesKey[]>
}

/**
 * Extracts periods from scores that a live detector stored, by its own rules: alarms, the expectation held after them and the periods put
 * together from them (see `watchSeries`, `planParts`). With the options that the scores were made with, it finds what was found then, except that
 * the range of a series, which severity counts, is that of `facts`, and that levels still hold their rhythm. Throws RangeError for scores made with a pvalue of 0, which say nothing of probability.
 */
export function createLiveExtraction(options: LiveExtractionOptions, state?: ExtractionState): LiveExtraction {
  const { stepMs, scored, wanted, instances } = options
  if (scored.pvalue === 0) throw new RangeError('scores made with a pvalue of 0 say nothing of probability')
  const optionsOf = ({ pvalue, cvalue }: Omit<LiveOptions, 'stepMs'>) => {
    const q = 1 - pvalue
    return { stepMs, q, cvalue, decades: -Math.log10(q) }
  }
  const replayed: ReplayOptions = { scored: optionsOf(scored), wanted: optionsOf(wanted) }
  const replays = new Map(state?.replays)
  const episodes: Episodes = new Map([...(state?.episodes ?? [])].map(([name, own]) => [name, [...own]]))
  const nearZero = new Map(state?.nearZero)
  const ended = [...(state?.ended ?? [])]
  let lastRow = state?.lastRow ?? Number.NaN

  const ofInstance = (name: string): EpisodeOptions => ({ ...replayed.wanted, series: instances.get(name) ?? [] })
  const periodsIn = (name: string, episode: EpisodeState): LivePeriod[] =>
    periodsOf(episode, lastRow, ofInstance(name)).map((period) => ({
      key: `${name}|${period.kind}|${period.start}`,
      period,
    }))
  const open = ({ key, facts }: ExtractedSeries): SeriesReplay => {
    const replay = replays.get(key.id) ?? openReplay(facts)
    replays.set(key.id, replay)
    return replay
  }

  return {
    push({ series, times, columns, ...scores }) {
      const opened = series.map(open)
      const members = placesByInstance(series)
      const armed = new Map<EpisodeState, ArmedSample[]>()
      const isAnyArmed = (name: string, { seriesIds }: EpisodeState): boolean =>
        members.get(name)?.some((j) => seriesIds.has(series[j]!.key.id) && isArmed(opened[j]!.other)) === true
      const advanceNearZero = (k: number, place: RowPlace): void => {
        for (const [instance, places] of members) {
          const seen = places.flatMap((j): NearZeroRow[] => {
            const { seen: row } = opened[j]!
            return row === undefined ? [] : [{ ...row, seriesId: series[j]!.key.id, at: times[k]! }]
          })
          if (seen.length === 0) continue
          const count = instances.get(instance)?.length ?? places.length
          const rows = seen.filter(isNearZero)
          const run = takeNearZero(
            nearZero.get(instance),
            { instance, members: count, rows, values: seen.length },
            place,
          )
          if (run === undefined) nearZero.delete(instance)
          else nearZero.set(instance, run)
        }
      }
      const scoreRow = (k: number, place: RowPlace): void => {
        armed.clear()
        for (let j = 0; j < series.length; j++) {
          const { key } = series[j]!
          const replay = opened[j]!
          const cell = j * times.length + k
          const score = { degree: scores.degree[cell]!, low: scores.low[cell]!, high: scores.high[cell]! }
          const wasArmed = isArmed(replay.other)
          const found = replayRow(replay, columns[j]![k]!, score, place, replayed)
          if (found === undefined) continue
          if (!wasArmed && !isArmed(replay.other)) continue
          const { sample, earlier } = found
          const episode = episodeOf(episodes, key, place.row, stepMs)
          if (replay.released === 'held') episode.released.set(key.id, place.row)
          const samples = armed.get(episode) ?? []
          samples.push({ key, range: replay.other.max - replay.other.min, sample, earlier })
          armed.set(episode, samples)
        }
      }
      for (let k = 0; k < times.length; k++) {
        const time = times[k]!
        const row = Math.round(time / stepMs)
        const place = { row, time, steps: Number.isNaN(lastRow) ? 1 : row - lastRow }
        lastRow = row
        scoreRow(k, place)
        advanceNearZero(k, place)
        for (const { name, episode, seen } of rowsOfEpisodes(episodes, armed, nearZero, isAnyArmed)) {
          takeRow(episode, seen, place, replayed.wanted)
          if (seen.isAnyArmed || !isFinished(episode, row, ofInstance(name))) continue
          ended.push(...periodsIn(name, episode))
          dropEpisode(episodes, name, episode)
        }
      }
    },
    periods: () =>
      [...ended, ...[...episodes].flatMap(([name, own]) => own.flatMap((one) => periodsIn(name, one)))].sort(
        (a, b) => a.period.start - b.period.start || a.period.end - b.period.end,
      ),
    save: (from) => ({ lastRow, replays, episodes, nearZero, ended: ended.filter(({ period }) => period.end >= from) }),
  }
}

function placesByInstance(series: readonly ExtractedSeries[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { key }] of series.entries()) {
    const others = places.get(key.instance)
    if (others === undefined) places.set(key.instance, [place])
    else others.push(place)
  }
  return places
}
