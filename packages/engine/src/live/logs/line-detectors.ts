import { type BurstDetector, createBurstDetector, createBurstPool } from '../../logs/findings/bursts.ts'
import type { Anomaly } from '../../logs/findings/finding.ts'
import { createNoveltyDetector, type NoveltyDetector, type NoveltyState } from '../../logs/findings/novelty.ts'
import { createPlaceDetectors } from '../../logs/findings/place-detectors.ts'
import { resolveKeys } from '../../logs/findings/resolve-keys.ts'
import { createSequenceDetector } from '../../logs/findings/sequence.ts'
import { createSilenceDetectors, MAX_PERIODS_SILENT } from '../../logs/findings/silences.ts'
import type { LineDetectorsState, LiveBeat, LiveLogFinding, TemplateFacts } from './live-log.ts'
import { createOpenFindings, type LogFindingRound } from './open-findings.ts'

/** A line of a template. */
export type TemplateLine = {
  templateId: number
  time: number
  instance: string
  service: string
  line: string
  /** The line without its header. */
  message: string
}

/** Finds what is odd in lines that come row by row, in the order of their times. */
export type LineDetectors = {
  startRow(time: number): void
  take(line: TemplateLine): void
  endRow(time: number): void
  /** Evaluates what was over before a row without lines. */
  pass(time: number): void
  /** Every line of these templates is a finding, in place of those named before. */
  watch(templateIds: Iterable<number>): void
  /** Moves what is known of ids to what they have become. */
  resolve(resolve: (templateId: number) => number): void
  /** What changed since the last call. */
  close(now: number): LogFindingRound
  standing(): LiveLogFinding[]
  state(): LineDetectorsState
}

/** Bursts are looked for in buckets of so long, or of a row where that is longer. */
const MIN_BUCKET_MS = 10_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Of a line that is reported whatever chance makes. */
const CERTAIN = { probability: 1e-30, chance: 0 }
/** Places of numbers that are watched: some 3 kB each. */
const MAX_PLACES = 2000

/**
 * Evaluates lines by the rules of log files (see `analyseLogs`): a template by those before it, a burst by the buckets before it. A finding is
 * what chance alone makes five times a day at most; among errors, as many again: where all kinds of lines come for the first time, those that tell of an error seldom do. Orders are those of the lines of an instance and service; a template is missed while
 * these go on without it, for a day at most.
 */
export function createLineDetectors(
  stepMs: number,
  facts: ReadonlyMap<number, TemplateFacts>,
  textOf: (templateId: number) => string | undefined,
  saved?: LineDetectorsState,
): LineDetectors {
  const bucketMs = Math.ceil(MIN_BUCKET_MS / stepMs) * stepMs
  const pool = createBurstPool(saved?.pool)
  const bursts = new Map<number, BurstDetector>()
  for (const [id, one] of saved?.bursts ?? []) bursts.set(id, createBurstDetector(one.since, pool, one))
  let novelty = createNoveltyDetector(saved?.novelty)
  let errorNovelty = createNoveltyDetector(saved?.errorNovelty ?? (saved && ofErrors(saved.novelty, facts)))
  const sequence = createSequenceDetector(saved?.sequence)
  const places = createPlaceDetectors(textOf, { maxDetectors: MAX_PLACES }, saved?.places)
  const silences = createSilenceDetectors<LiveBeat>(MAX_PERIODS_SILENT, saved?.silences)
  let { bucket, sinceBucket, firstAt } = saved ?? { bucket: Number.NaN, sinceBucket: Number.NaN, firstAt: Number.NaN }
  let bucketCounts = new Map(saved?.bucketCounts.map(([id, one]) => [id, { ...one }]))
  const findings = createOpenFindings({ stepMs, bucketMs }, saved?.open)
  let rowAt = Number.NaN
  let critical: ReadonlySet<number> = new Set()

  /** With how often a day chance alone makes as much, where so many were evaluated since the first line, or since `minMs` where that is longer ago. */
  const byChance = <A extends Anomaly>(anomaly: A, evaluated: number, now: number, minMs: number) => ({
    ...anomaly,
    chance: (anomaly.probability * evaluated * DAY) / Math.max(minMs, now - firstAt),
  })
  const aboutTemplate = (id: number) => {
    const { example, isError } = facts.get(id)!
    return { templateId: id, text: () => textOf(id) ?? example, isError, line: example }
  }
  const evaluateBucket = (): void => {
    for (const [id, { count, firstAt: time }] of bucketCounts) {
      const burst = bursts.get(id) ?? createBurstDetector(sinceBucket, pool)
      bursts.set(id, burst)
      const found = burst.push(bucket, count)
      if (found === undefined || !facts.has(id)) continue
      const evaluated = bursts.size * Math.max(1, bucket - sinceBucket)
      const end = (bucket + 1) * bucketMs - stepMs
      const seen = { ...aboutTemplate(id), subject: String(id), time, end, instance: '', count }
      findings.add('hot', seen, byChance(found, evaluated, bucket * bucketMs, DAY))
    }
    bucketCounts.clear()
  }
  const pass = (time: number): void => {
    const current = Math.floor(time / bucketMs)
    if (!(current > bucket)) return
    evaluateBucket()
    bucket = current
  }
  const countLine = (id: number): void => {
    const counted = bucketCounts.get(id)
    if (counted === undefined) bucketCounts.set(id, { count: 1, firstAt: rowAt })
    else counted.count++
  }
  return {
    startRow(time) {
      pass(time)
      if (Number.isNaN(bucket)) bucket = sinceBucket = Math.floor(time / bucketMs)
      findings.startRow()
      rowAt = time
    },
    take({ templateId, time, instance, service, line, message }) {
      if (Number.isNaN(firstAt)) firstAt = time
      const source = `${instance}\n${service}`
      const subject = String(templateId)
      const seen = { ...aboutTemplate(templateId), subject, time, instance, line }
      countLine(templateId)
      if (critical.has(templateId)) findings.add('critical', seen, CERTAIN)
      const novel = novelty.push(templateId)
      const novelError = seen.isError ? errorNovelty.push(templateId) : errorNovelty.pass()
      const odder = novelError && novel && novelError.probability < novel.probability ? novelError : novel
      if (odder) findings.add(odder.kind, seen, byChance(odder, novelty.evaluated(), time, DAY))
      const broken = sequence.push(source, templateId)
      if (broken && novel?.kind !== 'new')
        findings.add('sequence', { ...seen, subject: source }, byChance(broken, sequence.evaluated(), time, HOUR))
      const odd = places.push(seen, message)
      if (odd) findings.add('value', seen, byChance(odd, places.evaluated(), time, HOUR))
      silences.hear(source, time)
      if (silences.push({ templateId, time, source, instance })) findings.end('cold', subject)
    },
    endRow(time) {
      const overdue = silences.check()
      const isOver = ({ last }: (typeof overdue)[number]): boolean => time - last.time > DAY
      for (const { last } of overdue.filter(isOver)) silences.forget(last.templateId)
      const standing = overdue.filter((one) => !isOver(one))
      findings.keepOnly('cold', new Set(standing.map(({ last }) => String(last.templateId))))
      const evaluated = standing.length > 0 ? silences.evaluated() : 0
      // It begins in the row that found it: had late lines come in time, that row would have found nothing
      for (const { last, anomaly } of standing) {
        const { templateId, instance } = last
        const seen = { ...aboutTemplate(templateId), subject: String(templateId), time, since: last.time, instance }
        findings.add('cold', { ...seen, count: anomaly.observed! }, byChance(anomaly, evaluated, time, HOUR))
      }
    },
    pass,
    watch(templateIds) {
      critical = new Set(templateIds)
    },
    resolve(resolve) {
      critical = new Set([...critical].map(resolve))
      for (const id of bursts.keys()) if (resolve(id) !== id) bursts.delete(id)
      novelty = resolved(novelty, resolve)
      errorNovelty = resolved(errorNovelty, resolve)
      bucketCounts = resolveKeys(bucketCounts, resolve, (a, b) => ({
        count: a.count + b.count,
        firstAt: Math.min(a.firstAt, b.firstAt),
      }))
      sequence.resolve(resolve)
      places.resolve(resolve)
      silences.resolve(resolve)
    },
    close: (now) => findings.close(now),
    standing: () => findings.standing(),
    state: () => ({
      novelty: novelty.state(),
      errorNovelty: errorNovelty.state(),
      pool: pool.state(),
      bursts: [...bursts].map(([id, one]) => [id, one.state()]),
      sequence: sequence.state(),
      places: places.state(),
      silences: silences.state(),
      bucket,
      sinceBucket,
      bucketCounts: [...bucketCounts],
      firstAt,
      open: findings.state(),
    }),
  }
}

function ofErrors({ counts, events }: NoveltyState, facts: ReadonlyMap<number, TemplateFacts>): NoveltyState {
  return { counts: counts.filter(([id]) => facts.get(id)?.isError), events }
}

function resolved(novelty: NoveltyDetector, resolve: (templateId: number) => number): NoveltyDetector {
  const { counts, ...rest } = novelty.state()
  return createNoveltyDetector({ ...rest, counts: [...resolveKeys(counts, resolve, (a, b) => a + b)] })
}
