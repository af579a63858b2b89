import { type BurstDetector, createBurstDetector, createBurstPool } from '../../logs/findings/bursts.ts'
import { createNoveltyDetector, type NoveltyState } from '../../logs/findings/novelty.ts'
import { createLogParser, restoreLogParser } from '../../logs/log-parser.ts'
import { FORGOTTEN_TEMPLATE } from '../../logs/templates/template-store.ts'
import type { SeriesKey } from '../../series/frame.ts'
import type { LiveLogFinding, LiveLogLines, LiveLogState, LiveTemplate, TemplateFacts } from './live-log.ts'
import { createLogStreams } from './log-streams.ts'
import { createOpenFindings, type LogFindingRound } from './open-findings.ts'
import { nameSeries } from './series-names.ts'
import { shorten } from './shorten.ts'

/** What rows of lines brought. */
export type LiveLogRows = LogFindingRound & {
  /** Series that rows have from these on. */
  added: SeriesKey[]
  /** Places of series that have no values any more. */
  ended: number[]
  /** Of all series: how many lines each row has; NaN before a series began and after it ended. */
  columns: Float64Array[]
}

/** Finds the templates of lines as they come, counts them, and finds new, rare and bursting ones. */
export type LiveLogs = {
  /** Takes the lines of rows that are not closed. */
  push(lines: LiveLogLines): void
  /** Ends rows, by the times of their beginnings, ascending; what was pushed is counted in them. */
  closeRows(times: ArrayLike<number>): LiveLogRows
  /** Templates that had lines since the last call, and ids that are no more; all of them the first time. */
  takeTemplates(): { isAll: boolean; changed: LiveTemplate[]; gone: number[] }
  readonly series: SeriesKey[]
  /** Findings that may go on. */
  findings(): LiveLogFinding[]
  save(): LiveLogState
}

const VERSION = 1
const MOST_TEMPLATES = 2000
/** Series of a project: instances whose lines, and whose errors, are counted, and templates. */
const MOST_SERIES = { lines: 300, errors: 300, templates: 200 }
/** A template is counted from so many lines on. */
const FEWEST_LINES = 10
const MOST_EXAMPLE = 1000
/** OpenTelemetry's first number of an error. */
const ERROR = 17
/** Bursts are looked for in buckets of so long, or of a row where that is longer. */
const LEAST_BUCKET_MS = 10_000
const DAY = 86_400_000

const errorWords =
  /\b(?:errors?|exception|fatal|panic(?:ked)?|fail(?:ed|ure|s)?|critical|traceback|segfault|aborted)\b|[a-z](?:Error|Exception)\b|错误|异常|失败/i

type Row = {
  lines: Map<string, number>
  errors: Map<string, number>
  templates: Map<number, number>
}

/**
 * Lines are parsed and evaluated by the rules of log files (see `analyseLogs`): a template by those before it, a burst by the buckets
 * before it. A finding is what chance alone makes five times a day at most. At most 2,000 templates are held; 200 of them, and 300 instances,
 * are counted as series. The same lines give the same, also across a saved state. Throws RangeError for a state of another version or step.
 */
export function createLiveLogs({ stepMs }: { stepMs: number }, state?: LiveLogState): LiveLogs {
  if (!(stepMs > 0)) throw new RangeError('the interval must be above 0')
  if (state !== undefined && (state.version !== VERSION || state.stepMs !== stepMs))
    throw new RangeError('the log lines were analysed by another version or with another interval')
  const bucketMs = Math.ceil(LEAST_BUCKET_MS / stepMs) * stepMs
  const parser =
    state === undefined ? createLogParser({ maxTemplates: MOST_TEMPLATES }) : restoreLogParser(state.parser)
  const streams = createLogStreams(state?.streams)
  const facts = new Map<number, TemplateFacts>(state?.templates.map(([id, one]) => [id, { ...one }]))
  const pool = createBurstPool(state?.pool)
  const bursts = new Map<number, BurstDetector>()
  for (const [id, one] of state?.bursts ?? []) bursts.set(id, createBurstDetector(one.since, pool, one))
  let novelty = createNoveltyDetector(state?.novelty)
  let bucket = state?.bucket ?? Number.NaN
  let sinceBucket = state?.sinceBucket ?? Number.NaN
  let bucketCounts = new Map(state?.bucketCounts.map(([id, one]) => [id, { ...one }]))
  let firstAt = state?.firstAt ?? Number.NaN
  const series: { metric: string; instance: string }[] = state?.series.map((one) => ({ ...one })) ?? []
  const placeOf = new Map(series.map((one, place) => [keyOf(one), place]))
  const counted = { lines: 0, errors: 0, templates: 0 }
  for (const one of series) if (!isEnded(one)) counted[groupOf(one)]++
  const findings = createOpenFindings({ stepMs, bucketMs }, state?.open)
  const rows = new Map<number, Row>()
  let highest = Math.max(0, ...facts.keys())
  let changed: Set<number> | undefined
  const gone = new Set<number>()
  let ended: number[] = []

  const rowOf = (time: number): Row => {
    const index = Math.floor(time / stepMs)
    const row = rows.get(index) ?? { lines: new Map(), errors: new Map(), templates: new Map() }
    rows.set(index, row)
    return row
  }
  /** Moves what is known of ids to what they have become. */
  const settle = (): void => {
    parser.settle()
    for (const [id, one] of [...facts]) {
      const now = parser.resolve(id)
      if (now === id) continue
      facts.delete(id)
      bursts.delete(id)
      gone.add(id)
      const other = facts.get(now)
      const isCountedOn = now !== FORGOTTEN_TEMPLATE && other?.series === undefined
      if (one.series !== undefined && !isCountedOn) ended.push(one.series)
      if (now === FORGOTTEN_TEMPLATE) continue
      facts.set(now, other === undefined ? one : joinFacts(other, one))
      changed?.add(now)
    }
    novelty = createNoveltyDetector(resolveCounts(novelty.state(), parser.resolve))
    bucketCounts = mergeKeys(bucketCounts, parser.resolve, (a, b) => ({
      count: a.count + b.count,
      firstAt: Math.min(a.firstAt, b.firstAt),
    }))
    for (const row of rows.values()) row.templates = mergeKeys(row.templates, parser.resolve, (a, b) => a + b)
  }
  const perDay = (count: number, now: number): number => (count * DAY) / Math.max(DAY, now - firstAt)
  const takeLine = (id: number, at: number, batch: LiveLogLines): void => {
    const time = batch.times[at]!
    const severity = batch.severities[at]!
    const row = rowOf(time)
    const instance = batch.instances[at]!
    add(row.lines, instance, 1)
    if (Number.isNaN(firstAt)) firstAt = time
    if (id === FORGOTTEN_TEMPLATE) {
      if (severity >= ERROR) add(row.errors, instance, 1)
      return
    }
    const known = facts.get(id)
    const line = batch.lines[at]!
    const one = known ?? newFacts(line, severity, time)
    if (known === undefined) facts.set(id, one)
    one.count++
    one.lastAt = Math.max(one.lastAt, time)
    changed?.add(id)
    if (severity >= ERROR || (severity === 0 && one.isError)) add(row.errors, instance, 1)
    add(row.templates, id, 1)
    const found = novelty.push(id)
    if (found !== undefined) {
      const chance = found.probability * perDay(novelty.evaluated(), time)
      const about = { templateId: id, text: () => parser.textOf(id) ?? line, isError: one.isError }
      findings.add(found.kind, { ...about, time, instance, line }, { ...found, chance })
    }
  }
  const evaluateBucket = (): void => {
    for (const [id, { count, firstAt: time }] of bucketCounts) {
      const burst = bursts.get(id) ?? createBurstDetector(sinceBucket, pool)
      bursts.set(id, burst)
      const found = burst.push(bucket, count)
      const one = facts.get(id)
      if (found === undefined || one === undefined) continue
      const buckets = bursts.size * Math.max(1, bucket - sinceBucket)
      const chance = found.probability * perDay(buckets, bucket * bucketMs)
      const about = { templateId: id, text: () => parser.textOf(id) ?? one.example, isError: one.isError }
      const end = (bucket + 1) * bucketMs - stepMs
      findings.add('hot', { ...about, time, end, instance: '', line: one.example, count }, { ...found, chance })
    }
    bucketCounts.clear()
  }
  const countBucket = (time: number, row: Row | undefined): void => {
    const current = Math.floor(time / bucketMs)
    if (Number.isNaN(sinceBucket)) sinceBucket = current
    if (!Number.isNaN(bucket) && current !== bucket) evaluateBucket()
    bucket = current
    for (const [id, count] of row?.templates ?? []) {
      const counted = bucketCounts.get(id)
      if (counted === undefined) bucketCounts.set(id, { count, firstAt: time })
      else counted.count += count
    }
  }
  /** The place of a series; undefined where there are too many. */
  const seriesAt = (metric: string, instance: string): number | undefined => {
    const one = { metric, instance }
    const known = placeOf.get(keyOf(one))
    const group = groupOf(one)
    if (known !== undefined || counted[group] >= MOST_SERIES[group]) return known
    counted[group]++
    placeOf.set(keyOf(one), series.length)
    return series.push(one) - 1
  }
  const templateSeries = (id: number): number | undefined => {
    const one = facts.get(id)
    if (one === undefined || one.series !== undefined) return one?.series
    if (one.count < FEWEST_LINES || counted.templates >= MOST_SERIES.templates) return undefined
    const place = seriesAt(nameSeries(parser.textOf(id) ?? one.example, id), '')
    if (place !== undefined) one.series = place
    return place
  }
  /** Keeps the place of a series that has no values any more, without its name. */
  const endSeries = (place: number): void => {
    const one = series[place]!
    counted[groupOf(one)]--
    placeOf.delete(keyOf(one))
    series[place] = { metric: '', instance: one.metric }
  }
  /** Counts of a row by place. */
  const countsOf = (row: Row): Map<number, number> => {
    const counts = new Map<number, number>()
    const take = (place: number | undefined, count: number): void => {
      if (place !== undefined) add(counts, place, count)
    }
    for (const [instance, count] of row.lines) take(seriesAt('lines', instance), count)
    for (const [instance, count] of row.errors) take(seriesAt('errors', instance), count)
    for (const [id, count] of row.templates) take(templateSeries(id), count)
    return counts
  }
  return {
    push(batch) {
      streams.learn(batch.services, batch.lines)
      const ids = new Int32Array(batch.lines.length)
      let newest = highest
      batch.lines.forEach((line, at) => {
        const messageAt = streams.messageAt(batch.services[at]!, line)
        if (messageAt < 0) return
        const { templateId } = parser.push(messageAt === 0 ? line : line.slice(messageAt))
        ids[at] = templateId
        newest = Math.max(newest, templateId)
      })
      if (newest > highest) settle()
      highest = newest
      for (let at = 0; at < ids.length; at++)
        takeLine(ids[at] === 0 ? FORGOTTEN_TEMPLATE : parser.resolve(ids[at]!), at, batch)
    },
    closeRows(times) {
      const before = series.length
      for (const place of ended) endSeries(place)
      const counts = Array.from(times, (time) => {
        const index = Math.floor(time / stepMs)
        const row = rows.get(index)
        rows.delete(index)
        countBucket(time, row)
        return row === undefined ? new Map<number, number>() : countsOf(row)
      })
      const columns = series.map((one, place) => {
        const began = place < before ? 0 : counts.findIndex((row) => row.has(place))
        const valueAt = (row: Map<number, number>, k: number): number =>
          isEnded(one) || k < began ? Number.NaN : (row.get(place) ?? 0)
        return Float64Array.from(counts, valueAt)
      })
      const told = { ...findings.close(times[times.length - 1] ?? Number.NaN), ended }
      ended = []
      return { ...told, added: series.slice(before).map(toKey), columns }
    },
    takeTemplates() {
      const isAll = changed === undefined
      const texts = new Map(parser.templates().map(({ id, text }) => [id, text]))
      const templates = [...(changed ?? facts.keys())].flatMap((id): LiveTemplate[] => {
        const known = facts.get(id)
        if (known === undefined) return []
        const { series: _, ...one } = known
        return [{ id, text: shorten(texts.get(id) ?? one.example, MOST_EXAMPLE), ...one }]
      })
      const removed = [...gone].filter((id) => !facts.has(id))
      changed = new Set()
      gone.clear()
      return { isAll, changed: templates, gone: removed }
    },
    get series() {
      return series.map(toKey)
    },
    findings: () => findings.standing(),
    save: () => ({
      ...{ version: VERSION, stepMs, parser: parser.save(), streams: streams.state(), templates: [...facts] },
      ...{ novelty: novelty.state(), pool: pool.state() },
      bursts: [...bursts].map(([id, one]) => [id, one.state()]),
      ...{ bucket, sinceBucket, bucketCounts: [...bucketCounts], firstAt, series, open: findings.state() },
    }),
  }
}

function isEnded({ metric }: { metric: string }): boolean {
  return metric === ''
}

function groupOf({ metric }: { metric: string }): keyof typeof MOST_SERIES {
  return metric === 'lines' || metric === 'errors' ? metric : 'templates'
}

function keyOf({ metric, instance }: { metric: string; instance: string }): string {
  return `${metric} ${instance}`
}

function toKey({ metric, instance }: { metric: string; instance: string }): SeriesKey {
  return { id: instance === '' ? metric : `${metric}[${instance}]`, metric, instance }
}

function add<K>(counts: Map<K, number>, key: K, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function newFacts(line: string, severity: number, time: number): TemplateFacts {
  const isError = severity >= ERROR || (severity === 0 && errorWords.test(line))
  return { count: 0, firstAt: time, lastAt: time, example: shorten(line, MOST_EXAMPLE), isError }
}

function joinFacts(one: TemplateFacts, other: TemplateFacts): TemplateFacts {
  const first = one.firstAt <= other.firstAt ? one : other
  return {
    ...other,
    ...one,
    count: one.count + other.count,
    firstAt: first.firstAt,
    lastAt: Math.max(one.lastAt, other.lastAt),
    example: first.example,
    isError: one.isError || other.isError,
  }
}

function resolveCounts({ counts, events }: NoveltyState, resolve: (id: number) => number): NoveltyState {
  return { counts: [...mergeKeys(new Map(counts), resolve, (a, b) => a + b)], events }
}

/** Values by what their ids have become; those of forgotten templates are left out. */
function mergeKeys<V>(
  values: ReadonlyMap<number, V>,
  resolve: (id: number) => number,
  join: (a: V, b: V) => V,
): Map<number, V> {
  const merged = new Map<number, V>()
  for (const [id, value] of values) {
    const now = resolve(id)
    if (now === FORGOTTEN_TEMPLATE) continue
    const other = merged.get(now)
    merged.set(now, other === undefined ? value : join(other, value))
  }
  return merged
}
