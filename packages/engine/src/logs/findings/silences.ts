import { median } from '../../stats/quantile.ts'
import { FORGOTTEN_TEMPLATE } from '../templates/template-store.ts'
import type { Anomaly } from './finding.ts'

/** An event of a template that may come regularly; `source` is what goes on where only the template stops. */
export type Beat = { readonly templateId: number; readonly time: number; readonly source: string }

/** A template that is overdue, by its last event. */
export type Silence<B extends Beat> = { readonly last: B; readonly anomaly: Anomaly }

/** Evaluates whether templates that came regularly stay away while what logs them goes on. */
export type SilenceDetectors<B extends Beat> = {
  /** Notes that a source logs anything, at ascending times. */
  hear(source: string, time: number): void
  /** Takes an event, at ascending times; gives the silence that it ends. */
  push(beat: B): Silence<B> | undefined
  /** Looks for templates that are overdue by what was heard so far, and gives all of them. */
  check(): Silence<B>[]
  forget(templateId: number): void
  /** Moves what is known of ids to what they have become. */
  resolve(resolve: (templateId: number) => number): void
  /** How many gaps have been evaluated. */
  evaluated(): number
  state(): SilenceState<B>
}

/** The state from which a heartbeat continues, as plain data. */
type HeartbeatState = {
  gaps: number[]
  stride: number
  skipped: number
  last: number
  events: number
  longest: number
}

/** What silences go on from, as plain data. */
export type SilenceState<B extends Beat> = {
  watches: { beat: HeartbeatState; since?: number; last: B; heardAt: number; absentMs: number; anomaly?: Anomaly }[]
  sources: [source: string, Heard][]
}

/** When a source was heard first and last, and its longest gap since the last check; what an earlier version saved has no first time. */
type Heard = { since?: number; at: number; gapMs: number }

/** Watches whether a template that came at regular times stays away. */
type Heartbeat = {
  /** Takes the time of an event, ascending. */
  push(time: number): void
  /** What is odd about not hearing it for so long; undefined for a template without a rhythm. */
  check(absentMs: number): Anomaly | undefined
  /** The median gap of a template with a rhythm. */
  period(): number | undefined
  /** How many gaps could have been a silence: all there were, of a template with a rhythm. */
  evaluated(): number
  state(): HeartbeatState
}

type Watch<B> = {
  beat: Heartbeat
  since?: number
  last: B
  heardAt: number
  absentMs: number
  anomaly?: Anomaly | undefined
}

/** Milliseconds; what comes more often is no heartbeat. */
const SHORTEST_PERIOD = 1000
/** The longest gap of a source in which it counts as going on, in periods of the template: fewer than are missed by a silence. */
export const MAX_PERIODS_SILENT = 2
/** What has come for so long a part of the time that its source is known, or for a day, is awaited: the lines of a fault are not, once it is over. */
const AWAITED_PART = 0.5
const DAY_MS = 86_400_000
/** Sources that are kept, the first known go first. */
const MAX_SOURCES = 5000

/**
 * A heartbeat a template. The time that a template is missed is the time that the source of its last event has gone on without it: in
 * a gap of the source, however long, no more than `maxPeriods` beats are missed: with two of them, a source that stops altogether, or comes back,
 * makes no silence of each template it has. Holds the last 5,000 sources.
 */
export function createSilenceDetectors<B extends Beat>(
  maxPeriods: number,
  saved?: SilenceState<B>,
): SilenceDetectors<B> {
  const watches = new Map<number, Watch<B>>()
  for (const { beat, ...one } of saved?.watches ?? [])
    watches.set(one.last.templateId, { ...one, beat: createHeartbeat(SHORTEST_PERIOD, beat) })
  const sources = new Map<string, Heard>(saved?.sources.map(([source, heard]) => [source, { ...heard }]))

  const advance = (watch: Watch<B>): void => {
    const heard = sources.get(watch.last.source)
    if (heard === undefined || heard.at <= watch.heardAt) return
    const maxMs = maxPeriods * (watch.beat.period() ?? Number.POSITIVE_INFINITY)
    watch.absentMs += Math.max(0, heard.at - watch.heardAt - Math.max(0, heard.gapMs - maxMs))
    watch.heardAt = heard.at
    watch.anomaly = isAwaited(watch, heard) ? watch.beat.check(watch.absentMs) : undefined
  }
  return {
    hear(source, time) {
      const heard = sources.get(source)
      if (heard === undefined) {
        if (sources.size >= MAX_SOURCES) for (const [oldest] of sources) if (sources.delete(oldest)) break
        sources.set(source, { since: time, at: time, gapMs: 0 })
        return
      }
      heard.gapMs = Math.max(heard.gapMs, time - heard.at)
      heard.at = time
    },
    push(beat) {
      const watch = watches.get(beat.templateId)
      if (watch === undefined) {
        const since = beat.time
        const made = { beat: createHeartbeat(SHORTEST_PERIOD), since, last: beat, heardAt: since, absentMs: 0 }
        made.beat.push(beat.time)
        watches.set(beat.templateId, made)
        return undefined
      }
      const ended = watch.anomaly && { last: watch.last, anomaly: watch.anomaly }
      watch.beat.push(beat.time)
      watch.last = beat
      watch.heardAt = beat.time
      watch.absentMs = 0
      watch.anomaly = undefined
      return ended
    },
    check() {
      for (const watch of watches.values()) advance(watch)
      for (const heard of sources.values()) heard.gapMs = 0
      return [...watches.values()].flatMap(({ last, anomaly }) => (anomaly === undefined ? [] : [{ last, anomaly }]))
    },
    forget: (templateId) => void watches.delete(templateId),
    resolve(resolve) {
      for (const [id, watch] of [...watches]) {
        const now = resolve(id)
        if (now === id) continue
        watches.delete(id)
        if (now === FORGOTTEN_TEMPLATE || watches.has(now)) continue
        watch.last = { ...watch.last, templateId: now }
        watches.set(now, watch)
      }
    },
    evaluated: () => [...watches.values()].reduce((sum, { beat }) => sum + beat.evaluated(), 0),
    state: () => ({
      watches: [...watches.values()].map(
        ({ beat, ...one }) => ({ beat: beat.state(), ...one }) as SilenceState<B>['watches'][number],
      ),
      sources: [...sources].map(([source, heard]) => [source, { ...heard }]),
    }),
  }
}

function isAwaited(
  { since = Number.NEGATIVE_INFINITY, last }: Watch<Beat>,
  { since: known = Number.NEGATIVE_INFINITY }: Heard,
): boolean {
  const lived = last.time - since
  return lived >= DAY_MS || lived >= AWAITED_PART * (last.time - known)
}

type Rhythm = { readonly period: number; readonly missRate: number }

/** At most this many gaps are stored; above it every second one is dropped. */
const HISTORY = 64
/** Gaps that show a period, at least. */
const FEWEST = 12
/** Median deviation of the gaps, as a part of the period, up to which they are regular. */
const REGULARITY = 0.25
/** Periods after which a beat was late. */
const LATE = 1.5
/** Beats in a row that have to be missed. */
const MISSED_BEATS = 3

const UNHEARD: HeartbeatState = { gaps: [], stride: 1, skipped: 0, last: Number.NaN, events: 0, longest: 0 }

/**
 * A rhythm is a median gap m of at least `shortest`, with a median deviation of at most m / 4, over at least 12 gaps. Each
 * beat is missed with probability q = (late gaps + 1) / (gaps + 2); k beats in a row, at least 3, with q to the power of k, but none
 * below 1 / n² after n events, what has not beaten for long may end as well, and none below 1 / n for a silence such as there was
 * before.
 * Holds 64 gaps spread over the whole life: when they are full every second one goes and half as many are taken.
 */
export function createHeartbeat(shortest: number, saved: HeartbeatState = UNHEARD): Heartbeat {
  let { stride, skipped, last, events, longest } = saved
  let gaps = [...saved.gaps]
  let rhythm: Rhythm | undefined
  let isFresh = false

  const take = (gap: number): void => {
    if (++skipped < stride) return
    skipped = 0
    isFresh = false
    gaps.push(gap)
    if (gaps.length < HISTORY) return
    gaps = gaps.filter((_, i) => i % 2 === 0)
    stride *= 2
  }
  const findRhythm = (): Rhythm | undefined => {
    if (gaps.length < FEWEST) return undefined
    const period = median(gaps)
    if (period < shortest || median(gaps.map((gap) => Math.abs(gap - period))) > REGULARITY * period) return undefined
    const lateGaps = gaps.filter((gap) => gap > LATE * period).length
    return { period, missRate: (lateGaps + 1) / (gaps.length + 2) }
  }
  const latest = (): Rhythm | undefined => {
    if (!isFresh) rhythm = findRhythm()
    isFresh = true
    return rhythm
  }
  return {
    push(time) {
      events++
      if (time > last) {
        take(time - last)
        longest = Math.max(longest, time - last)
      }
      last = Number.isNaN(last) ? time : Math.max(last, time)
    },
    check(absentMs) {
      if (absentMs < MISSED_BEATS * shortest) return undefined
      const found = latest()
      const missed = found ? Math.floor(absentMs / found.period - 0.5) : 0
      if (!found || missed < MISSED_BEATS) return undefined
      const min = absentMs <= longest ? 1 / (events + 1) : 1 / (events + 1) ** 2
      const probability = Math.max(found.missRate ** missed, min)
      // Its count went from whatever it was to nothing
      return { probability, observed: missed, usual: found.period, rangeShare: 1 }
    },
    period: () => latest()?.period,
    evaluated: () => (latest() ? events : 0),
    state: () => ({ gaps: [...gaps], stride, skipped, last, events, longest }),
  }
}
