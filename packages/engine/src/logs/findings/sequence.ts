import { sortPresent } from '../../stats/quantile.ts'
import { fitTail, type Tail, tailProbability } from '../../stats/tail.ts'
import { FORGOTTEN_TEMPLATE } from '../templates/template-store.ts'
import type { Anomaly } from './finding.ts'
import { resolveKeys } from './resolve-keys.ts'

/** Says how improbable the template of an event is after the two before it from the same source. */
export type SequenceDetector = {
  push(source: string, templateId: number): Anomaly | undefined
  /** How many events have been evaluated. */
  evaluated(): number
  /** Moves what is known of ids to what they have become. */
  resolve(resolve: (templateId: number) => number): void
  state(): SequenceState
}

/** The state from which a tail continues, as plain data. */
type RecentTailState = { values: Float64Array; taken: number; tail?: Tail | undefined }

/** What a detector goes on from, as plain data. */
export type SequenceState = {
  contexts: (Omit<Context, 'next'> & { next: [templateId: number, count: number][] })[]
  before: [source: string, templateIds: Pair][]
  tail: RecentTailState
  evaluated: number
}

type Pair = readonly [number, number]

/** What followed up to two events of a source. */
type Context = {
  readonly source: string
  readonly before: readonly number[]
  total: number
  readonly next: Map<number, number>
}

/** Contexts and sources that are kept, the latest. */
const MAX_CONTEXTS = 20_000
const MAX_SOURCES = 5000
/** Scores before the first that is evaluated. */
const WARM_UP = 256
/** Latest scores that a score is compared with. */
const HISTORY = 2048
/**
 * A context is moved behind the others at its first event and each eighth after it. Fitted by measured time and memory.
 */
const REFRESHED = 8
/**
 * Times that an event would have followed its context, at least, if it did not depend on it. Fitted on simulated logs.
 */
const FEWEST = 5
/** Times that a source must have had a template before it can be out of order. Fitted on simulated logs. */
const ENOUGH = 5
/**
 * Scores less far apart than this, a factor of 1.4 of the odds, tell nothing: those of one order drift as its counts
 * grow. Fitted on simulated logs.
 */
const MARGIN = 0.35

/** Holds the most recent entries of a map: the oldest tenth goes when it is full. */
function bound<Value>(map: Map<string, Value>, max: number): void {
  if (map.size <= max) return
  let spare = Math.ceil(max / 10)
  for (const key of map.keys()) {
    if (spare-- === 0) return
    map.delete(key)
  }
}

/**
 * How much less probable an event is after the two events before it from the same source than in that source at all, ln P(t) -
 * ln P(t | before); the tail of these makes them probabilities, none below 1 / n after n events: so many cannot tell more.
 * P(t | before) is that of the two events before, or else the one, which have come five times as often as the source has templates,
 * and so often that t would have followed five times if it did not depend on them, with the mass of Witten and Bell (1991) for what
 * has not followed yet; each event is evaluated before it is learned. A template that its source has had fewer than five times is
 * new there, not out of order. Bounded: 20,000 contexts, 5,000 sources, the last
 * 2,048 values; silent for the first 256 events.
 */
export function createSequenceDetector(saved?: SequenceState): SequenceDetector {
  let contexts = new Map<string, Context>()
  for (const one of saved?.contexts ?? []) contexts.set(keyOf(one), { ...one, next: new Map(one.next) })
  let before = new Map<string, Pair>(saved?.before)
  const tail = createRecentTail({ size: HISTORY, warmUp: WARM_UP, margin: MARGIN }, saved?.tail)
  let evaluated = saved?.evaluated ?? 0

  const learn = (key: string, context: Context, templateId: number): void => {
    context.total++
    context.next.set(templateId, (context.next.get(templateId) ?? 0) + 1)
    // Set again now and then, so that contexts in use are the last to go.
    if (context.total % REFRESHED !== 1) return
    contexts.delete(key)
    contexts.set(key, context)
  }
  const scoreOf = (
    templateId: number,
    whole: Context | undefined,
    places: readonly (Context | undefined)[],
  ): number => {
    const seen = whole?.next.get(templateId) ?? 0
    if (!whole || seen < ENOUGH) return 0
    const anywhere = seen / whole.total
    const min = FEWEST * Math.max(whole.next.size, 1 / anywhere)
    const place = places.find((one) => (one?.total ?? 0) >= min)
    if (!place) return 0
    const kinds = place.next.size
    return Math.log(anywhere / (((place.next.get(templateId) ?? 0) + kinds * anywhere) / (place.total + kinds)))
  }
  const open = (source: string, before: readonly number[]): Context => ({ source, before, total: 0, next: new Map() })
  return {
    push(source, templateId) {
      const [a, b] = before.get(source) ?? [0, 0]
      const places = [[], [a, b], [b]]
      const keys = places.map((ids) => keyOf({ source, before: ids }))
      const [whole, ...known] = keys.map((key) => contexts.get(key))
      const anomalyScore = scoreOf(templateId, whole, known)
      const all = [whole, ...known]
      for (const [k, key] of keys.entries()) learn(key, all[k] ?? open(source, places[k]!), templateId)
      before.delete(source)
      before.set(source, [b, templateId])
      bound(before, MAX_SOURCES)
      bound(contexts, MAX_CONTEXTS)
      const probability = tail.push(anomalyScore)
      if (probability === undefined) return undefined
      evaluated++
      return { probability: Math.max(probability, 1 / (evaluated + 1)) }
    },
    evaluated: () => evaluated,
    resolve(resolve) {
      const resolved = new Map<string, Context>()
      for (const { source, before: ids, total, next } of contexts.values()) {
        const now = ids.map((id) => (id === 0 ? 0 : resolve(id)))
        if (ids.some((id, k) => id !== 0 && now[k] === FORGOTTEN_TEMPLATE)) continue
        const key = keyOf({ source, before: now })
        const other = resolved.get(key)
        const counts = [...(other?.next ?? []), ...next]
        const joined = {
          source,
          before: now,
          total: total + (other?.total ?? 0),
          next: resolveKeys(counts, resolve, (x, y) => x + y),
        }
        resolved.set(key, joined)
      }
      contexts = resolved
      before = new Map([...before].map(([source, [a, b]]) => [source, [resolve(a), resolve(b)]]))
    },
    state: () => ({
      contexts: Array.from(contexts.values(), (one) => ({ ...one, next: [...one.next] })),
      before: [...before],
      tail: tail.state(),
      evaluated,
    }),
  }
}

/** Turns an anomaly score into a tail probability by the ones before it. */
type RecentTail = {
  /** Probability of an anomaly score as large; undefined during the warm-up. Learns from it afterwards. */
  push(anomalyScore: number): number | undefined
  state(): RecentTailState
}

/** How many scores are kept, how many come before the first that is evaluated, and how much larger than others one has to be at least. */
type RecentTailOptions = { readonly size: number; readonly warmUp: number; readonly margin: number }

/** Keeps the last `size` values and fits their tail again after every eighth of that, first after `warmUp` values. */
function createRecentTail({ size, warmUp, margin }: RecentTailOptions, saved?: RecentTailState): RecentTail {
  const values = saved?.values.slice() ?? new Float64Array(size)
  let taken = saved?.taken ?? 0
  let tail = saved?.tail
  return {
    push(anomalyScore) {
      const probability = tail && tailProbability(tail, anomalyScore - margin)
      values[taken % size] = anomalyScore
      taken++
      const isDue = taken >= warmUp && (tail === undefined || taken % Math.ceil(size / 8) === 0)
      if (isDue) tail = fitTail(sortPresent(values.subarray(0, Math.min(taken, size))))
      return probability
    },
    state: () => ({ values: values.slice(), taken, tail }),
  }
}

function keyOf({ source, before }: Pick<Context, 'source' | 'before'>): string {
  return before.length === 0 ? source : `${source}\n${before.join(' ')}`
}
