import { BURST_WARM_UP, type BurstDetector, createBurstDetector, createBurstPool } from './bursts.ts'
import type { Anomaly, LogEvent, LogFindingKind } from './finding.ts'
import { createSilenceDetectors, type Silence } from './silences.ts'

/** Evaluates how often templates come: takes events in order and reports when a bucket is full. */
export type TimeDetectors = {
  push(event: LogEvent): void
  close(end: number): void
  /** How many counts and how many gaps have been evaluated. */
  evaluated(): { readonly hot: number; readonly cold: number }
}

type Watch = { burst: BurstDetector; count: number; first: LogEvent; last: LogEvent }

/** `last` is where what begins with `event` ends. */
type Report = (kind: LogFindingKind, event: LogEvent, anomaly: Anomaly, last?: LogEvent) => void

/** A log is one source to its heartbeats: a component may log nothing else. Nothing else tells that the log stopped as a whole. */
type FileBeat = { readonly templateId: number; readonly time: number; readonly source: ''; readonly event: LogEvent }

/**
 * Bursts and missing heartbeats of every template, looked for whenever a bucket of `bucketMs` is over; a silence is reported once,
 * when it ends or the log does. Times that go back count as the latest.
 */
export function createTimeDetectors(bucketMs: number, report: Report): TimeDetectors {
  const pool = createBurstPool()
  const silences = createSilenceDetectors<FileBeat>(Number.POSITIVE_INFINITY)
  const watches = new Map<number, Watch>()
  const active = new Set<Watch>()
  let bucket = Number.NaN
  let since = Number.NaN
  let now = Number.NEGATIVE_INFINITY

  const closeBucket = (): Silence<FileBeat>[] => {
    for (const watch of active) {
      const burst = watch.burst.push(bucket, watch.count)
      if (burst) report('hot', watch.first, burst, watch.last)
      watch.count = 0
    }
    active.clear()
    return silences.check()
  }
  const reportCold = ({ last, anomaly }: Silence<FileBeat>): void => report('cold', last.event, anomaly)
  const watchOf = (event: LogEvent): Watch => {
    const known = watches.get(event.templateId)
    if (known) return known
    const made = { burst: createBurstDetector(since, pool), count: 0, first: event, last: event }
    watches.set(event.templateId, made)
    return made
  }
  return {
    push(event) {
      if (Number.isNaN(event.time)) return
      now = Math.max(now, event.time)
      silences.hear('', now)
      const current = Math.floor(now / bucketMs)
      if (Number.isNaN(since)) since = current
      if (current !== bucket && !Number.isNaN(bucket)) closeBucket()
      bucket = current
      const watch = watchOf(event)
      if (watch.count++ === 0) watch.first = watch.last = event
      // Times may go back
      else if (event.time > watch.last.time) watch.last = event
      const ended = silences.push({ templateId: event.templateId, time: now, source: '', event })
      if (ended) reportCold(ended)
      active.add(watch)
    },
    close(end) {
      if (Number.isNaN(bucket)) return
      silences.hear('', Math.max(now, end))
      for (const silence of closeBucket()) reportCold(silence)
    },
    evaluated() {
      const each = Math.max(0, bucket - since + 1 - BURST_WARM_UP) || 0
      return { hot: watches.size * each, cold: silences.evaluated() }
    },
  }
}

/** Lengths of a bucket in milliseconds; the first that divides a log into few enough is taken. */
const buckets: readonly number[] = [1, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400].map((seconds) => seconds * 1000)
/** Buckets that a log is divided into, at most. */
const MAX_BUCKETS = 2000

/** The smallest usual bucket of which the log has 2,000 at most. */
export function chooseBucketMs(first: number, last: number): number {
  return buckets.find((ms) => (last - first) / ms <= MAX_BUCKETS) ?? (buckets.at(-1) as number)
}
