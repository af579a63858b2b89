import type { SeriesKey } from '../series/frame.ts'
import { kindOfMetric, kindOfName, type NameClass } from './instance-kind.ts'
import type { QuietState } from './live-state.ts'
import type { Verdict } from './watch-silence.ts'
import type { WatchedInstance, WatchedSeries } from './watched-series.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** A replacement begins at most this long before the end of its predecessor: a rollout may start the new one first, and lets the old one finish its work. */
const BEGUN_BEFORE_MS = 15 * MINUTE
/** The last target of its kind, if it has a random name, is reported after this time: the next one may be about to start. */
const REPLACED_WITHIN_MS = 2 * MINUTE
/** A target that has sent for longer is expected under its name, unless such names are given again. */
const SHORT_LIFE_MS = DAY

/** Tells silent targets from those that were replaced or scaled down, because others of their kind began or go on. */
export type Churn = {
  judgeInstance(instance: WatchedInstance, moment: ChurnMoment): Verdict
  judgeSeries(place: number, moment: ChurnMoment): Verdict
}

/** A row: its time, and whether a series has sent something in it. */
export type ChurnMoment = { time: number; isThere: (place: number) => boolean }

/** Something that has a kind: an instance, or a series by its place. */
type Kinds<T> = {
  /** The class of a target, and whether any other one of its kind is so; none is of a stable name. */
  of(target: T): { nameClass: NameClass; isAnyOther: (is: (other: T) => boolean) => boolean }
}

export function createChurn(watched: WatchedSeries, instances: ReadonlyMap<string, WatchedInstance>): Churn {
  const { keys } = watched
  const instanceKinds = createKinds<WatchedInstance>(
    () => [...instances.values()],
    () => instances.size,
    ({ name, keys: own }) => ({ ...kindOfName(name), service: own[0]?.service }),
  )
  const seriesKinds = createKinds<number>(
    (from) => Array.from({ length: keys.length - from }, (_, at) => from + at),
    () => keys.length,
    (place) => ({ ...kindOfMetric(keys[place]!.metric), service: keys[place]!.service }),
  )
  return {
    judgeInstance(instance, { time, isThere }) {
      const { nameClass, isAnyOther } = instanceKinds.of(instance)
      const { quiet, keys: own } = instance
      const isPresent = ({ members }: WatchedInstance): boolean => members.some(isThere)
      const hasBegun = (other: WatchedInstance): boolean => isBegunAround(other.quiet, quiet, time) && isPresent(other)
      if (nameClass !== 'stable')
        return judge(quiet, time, nameClass, isAnyOther(hasBegun), () => isAnyOther(isPresent))
      const isShort = quiet.start - quiet.firstAt < SHORT_LIFE_MS
      const isSame = (other: WatchedInstance): boolean =>
        other !== instance && hasBegun(other) && isSameKind(other.keys, own)
      return isShort && [...instances.values()].some(isSame) ? 'dismiss' : 'report'
    },
    judgeSeries(place, { time, isThere }) {
      const { nameClass, isAnyOther } = seriesKinds.of(place)
      if (nameClass === 'stable') return 'report'
      const own = { ...watched.quiet.at(place) }
      const hasBegun = (other: number): boolean => isThere(other) && isBegunAround(watched.quiet.at(other), own, time)
      return judge(own, time, nameClass, isAnyOther(hasBegun), () => isAnyOther(isThere))
    },
  }
}

function judge(
  { isOpen, start }: Pick<QuietState, 'isOpen' | 'start'>,
  time: number,
  nameClass: NameClass,
  isReplaced: boolean,
  hasOthers: () => boolean,
): Verdict {
  if (isReplaced) return 'dismiss'
  if (isOpen || nameClass === 'address') return 'report'
  if (hasOthers()) return 'dismiss'
  return time - start < REPLACED_WITHIN_MS ? 'wait' : 'report'
}

function isBegunAround(
  { firstAt }: Pick<QuietState, 'firstAt'>,
  { start }: Pick<QuietState, 'start'>,
  time: number,
): boolean {
  return firstAt >= start - BEGUN_BEFORE_MS && firstAt <= time
}

/** Whether one instance has the service of another and no metric that the other has not. */
function isSameKind(some: readonly SeriesKey[], all: readonly SeriesKey[]): boolean {
  if (some[0]?.service !== all[0]?.service) return false
  const metrics = new Set(all.map(({ metric }) => baseOf(metric)))
  return some.every(({ metric }) => metrics.has(baseOf(metric)))
}

/** A metric without its labels. */
function baseOf(metric: string): string {
  return metric.split('{', 1)[0]!
}

/** Targets by their kinds, which are looked up once: `list` gives those from a place on, `count` how many there are. */
function createKinds<T>(
  list: (from: number) => readonly T[],
  count: () => number,
  kindOf: (target: T) => { nameClass: NameClass; stem: string; service: string | undefined },
): Kinds<T> {
  const known = new Map<T, { nameClass: NameClass; key: string }>()
  const byKey = new Map<string, T[]>()
  return {
    of(target) {
      if (known.size < count())
        for (const one of list(known.size)) {
          if (known.has(one)) continue
          const { nameClass, stem, service = '' } = kindOf(one)
          const key = `${service}|${stem}`
          known.set(one, { nameClass, key })
          if (nameClass === 'stable') continue
          const same = byKey.get(key)
          if (same === undefined) byKey.set(key, [one])
          else same.push(one)
        }
      const { nameClass, key } = known.get(target)!
      const same = byKey.get(key) ?? []
      return { nameClass, isAnyOther: (is) => same.some((other) => other !== target && is(other)) }
    },
  }
}
