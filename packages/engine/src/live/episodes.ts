import type { DownPart } from '../detect/find-parts.ts'
import type { SeriesKey } from '../series/frame.ts'
import type { ArmedSample, EpisodeRow } from './episode.ts'
import type { EpisodeState, LiveState } from './live-state.ts'

/** What is under way on each instance, in the order in which it began. */
export type Episodes = Map<string, EpisodeState[]>

/** An alarm that comes so long after a fault began is of another one: so many rows, and so many milliseconds at least. */
const LATE_ROWS = 60
const LATE = 600_000

function emptyEpisode(): EpisodeState {
  return {
    seriesIds: new Set(),
    pieces: [],
    run: undefined,
    after: undefined,
    downs: [],
    released: new Map(),
    reported: new Map(),
  }
}

/**
 * The episode that an alarm of a series is of: that in which it gave one before, else the last one on its instance, unless that has been under way for
 * long: what had been slowly growing for hours does not take in the outage that follows.
 */
export function episodeOf(
  episodes: Episodes,
  { id, instance }: Pick<SeriesKey, 'id' | 'instance'>,
  row: number,
  stepMs: number,
): EpisodeState {
  const all = episodes.get(instance) ?? []
  const last = all.at(-1)
  const isLate = (one: EpisodeState): boolean =>
    one.run !== undefined && row - one.run.part.fromRow >= Math.max(LATE_ROWS, LATE / stepMs)
  const former = all.findLast(({ seriesIds }) => seriesIds.has(id)) ?? (last && !isLate(last) ? last : undefined)
  const episode = former ?? emptyEpisode()
  if (former === undefined) episodes.set(instance, [...all, episode])
  episode.seriesIds.add(id)
  return episode
}

/** A row of each episode on each instance. What is near zero altogether belongs to the last one in which a series still is after an alarm. */
export function rowsOfEpisodes(
  episodes: Episodes,
  armed: ReadonlyMap<EpisodeState, readonly ArmedSample[]>,
  nearZero: ReadonlyMap<string, DownPart>,
  isAnyArmed: (instance: string, episode: EpisodeState) => boolean,
): { name: string; episode: EpisodeState; seen: EpisodeRow }[] {
  return [...episodes].flatMap(([name, own]) => {
    const armedOnes = own.filter((episode) => isAnyArmed(name, episode))
    return own.map((episode) => ({
      name,
      episode,
      seen: {
        samples: armed.get(episode),
        isAnyArmed: armedOnes.includes(episode),
        nearZero: episode === armedOnes.at(-1) ? nearZero.get(name) : undefined,
      },
    }))
  })
}

/** Removes what nothing can join any more. */
export function dropEpisode(episodes: Episodes, instance: string, episode: EpisodeState): void {
  const left = episodes.get(instance)!.filter((one) => one !== episode)
  if (left.length > 0) episodes.set(instance, left)
  else episodes.delete(instance)
}

/** Those of a saved state. Until version 4 an instance had one, without its down times, and the rows since which a new level is expected were not kept. */
export function openEpisodes(state: LiveState | undefined): Episodes {
  return new Map([...(state?.episodes ?? [])].map(([name, saved]) => [name, toList(saved, state!.lastRow)]))
}

function toList(saved: readonly EpisodeState[] | EpisodeState, row: number): EpisodeState[] {
  if (Array.isArray(saved)) return [...saved]
  const former = saved as Omit<EpisodeState, 'seriesIds' | 'downs' | 'released'> & { released: Iterable<string> }
  const { pieces, run, after } = former
  const seriesIds = [...pieces, run, after].flatMap((piece) => piece?.part.series.map(({ seriesId }) => seriesId) ?? [])
  const released = new Map([...former.released].map((id) => [id, row]))
  return [{ ...former, seriesIds: new Set(seriesIds), downs: [], released }]
}
