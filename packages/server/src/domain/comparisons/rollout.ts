import { divideInstances, type RegressionDirection } from '@omen/engine'
import type { RolloutTask } from '../../ports/comparisons.ts'
import type { RolloutCheck } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { createSemaphore, runMetered } from '../quotas/index.ts'
import { chooseStep } from './choose-step.ts'
import { type ComparedSource, openSource, type SourceRequest, type SourceSeries } from './open-source.ts'
import { rolloutReasons, rolloutSentence } from './rollout-sentence.ts'

/** Durations are milliseconds. */
export interface RolloutRequest extends SourceRequest {
  readonly at: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly settle: number
  readonly instances?: readonly string[] | undefined
  readonly control?: readonly string[] | undefined
  readonly earlierWeeks: number
  readonly badUp?: readonly string[] | undefined
  readonly badDown?: readonly string[] | undefined
  readonly show?: string | undefined
  readonly service?: string | undefined
  readonly buckets: number
  readonly locale: Locale
}

const DAY_MS = 86_400_000
const MAX_SERIES = 1000
/** Also stated in the API's description, as the limit above. */
const MAX_VALUES = 20_000_000

/** A check holds up to some hundred megabytes and a thread. */
const checking = createSemaphore({ concurrent: 1, waitingPerAccount: 8 })

/** Says for each metric of a source whether a rollout changed it, and whether that is worse. */
export async function checkCloudRollout(
  ctx: Context,
  caller: Caller,
  request: RolloutRequest,
  signal?: AbortSignal,
): Promise<Omit<RolloutCheck, 'success'>> {
  const source = await openSource(ctx, caller, request, MAX_SERIES, signal)
  if (source.kind === 'project' && source.series.length === 0) return withoutSamples(source, request)
  const { at, locale } = request
  // What a project has no samples of yet may come: there is too little to compare
  const last = source.kind === 'file' ? source.to : Math.max(source.to, ctx.clock.now())
  if (!(at >= source.from && at <= last)) throw outside(source)
  const instances = [...new Set(source.series.map(({ key }) => key.instance))]
  const { series, treated } = divide(source, request)
  const windows = windowsOf(source, request, series.length)
  const check = (own: Context) => async () => {
    signal?.throwIfAborted()
    const task = await readTask(own, source, { series, windows, request, treated })
    return own.compute.checkRollout(task, { signal })
  }
  const { verdict, findings, shown } = await runMetered(ctx, caller.accountId, (own) =>
    checking.run(caller.accountId, check(own), signal),
  )
  return {
    at,
    before: comparedBefore(windows, request, findings),
    after: windows.after,
    stepMs: windows.stepMs,
    verdict,
    findings,
    sentence: rolloutSentence({ verdict, findings }, locale),
    reasons: rolloutReasons({ verdict, findings }, locale),
    ...(shown && { shown }),
    seriesTotal: source.seriesTotal,
    instances,
  }
}

/** Without anything that went the same way, a day is as likely to be another time of day: only as long as after is compared, unless it was given. */
function comparedBefore(
  { before, after }: Windows,
  request: RolloutRequest,
  findings: RolloutCheck['findings'],
): Windows['before'] {
  const isShort = request.before === undefined && findings.every(({ control }) => control === 'none')
  return isShort ? { ...before, start: Math.max(before.start, before.end - (after.end - after.start)) } : before
}

/** The answer for a project that has no sample yet. */
function withoutSamples({ stepMs }: ComparedSource, request: RolloutRequest): Omit<RolloutCheck, 'success'> {
  const { at, before = DAY_MS, after = DAY_MS, settle, locale } = request
  const result = { verdict: 'insufficient' as const, findings: [] }
  const start = at + settle
  return {
    ...result,
    at,
    stepMs,
    before: { start: at - before, end: at },
    after: { start, end: start + after },
    sentence: rolloutSentence(result, locale),
    reasons: [],
    seriesTotal: 0,
    instances: [],
  }
}

/** Nothing can be compared at a time without samples around it. */
function outside(source: ComparedSource): Error {
  const [first, last] = [source.from, source.to].map((time) => new Date(time).toISOString())
  const sentence = {
    en: `There are samples from ${first} to ${last} only: choose a time between them.`,
    'zh-CN': `仅在 ${first} 至 ${last} 之间有数据：请选择其间的时间。`,
  }
  return invalidField('at', `must be between ${first} and ${last}`, { sentence })
}

/** The series of the instances that take part, and those that the rollout reached; undefined for all. */
function divide(source: ComparedSource, { instances, control }: RolloutRequest) {
  const none = new Float64Array()
  const series = source.series.map(({ key }) => key)
  const frame = { times: none, stepMs: source.stepMs, series, columns: series.map(() => none) }
  const divided = divideInstances(frame, { treated: instances, control })
  switch (divided.kind) {
    case 'unknown-instance': {
      const field = instances?.includes(divided.instance) ? 'instances' : 'control'
      throw invalidField(field, `no series is of the instance '${divided.instance}'`, {
        sentence: {
          en: `No series is of the instance '${divided.instance}'.`,
          'zh-CN': `没有属于实例“${divided.instance}”的序列。`,
        },
      })
    }
    case 'both-roles':
      throw invalidField('control', `'${divided.instance}' is among instances, too`, {
        sentence: {
          en: `'${divided.instance}' cannot be both reached by the rollout and a control.`,
          'zh-CN': `“${divided.instance}”不能既是发布实例又是对照实例。`,
        },
      })
    case 'nobody-treated':
      throw invalidField('control', 'has every instance', {
        sentence: {
          en: 'Every instance is a control: none is left that the rollout reached.',
          'zh-CN': '所有实例都是对照：没有剩下发布涉及的实例。',
        },
      })
    case 'divided': {
      const ids = new Set(divided.frame.series.map(({ id }) => id))
      return { series: source.series.filter(({ key }) => ids.has(key.id)), treated: divided.treated }
    }
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

interface Windows {
  readonly stepMs: number
  readonly spans: readonly Span[]
  readonly before: { start: number; end: number }
  readonly after: { start: number; end: number }
}

/** What is compared, and the same hours before: of earlier weeks, or of earlier days where there are no weeks. */
function windowsOf(source: ComparedSource, request: RolloutRequest, series: number): Windows {
  const { at, settle, earlierWeeks } = request
  const beforeMs = request.before ?? DAY_MS
  const afterMs = Math.min(request.after ?? DAY_MS, Math.max(source.stepMs, source.to + source.stepMs - at - settle))
  const [first, last] = [Math.max(source.from, at - beforeMs), at + settle + afterMs]
  const lag = source.from <= first - 7 * DAY_MS ? 7 * DAY_MS : DAY_MS
  const cycles = Array.from({ length: earlierWeeks }, (_, k) => k + 1)
    .map((ago) => ({ from: first - ago * lag, to: last - ago * lag }))
    .filter(({ to }) => to > source.from)
  const earliest = Math.min(first, ...cycles.map(({ from }) => from))
  const stepMs = chooseStep(source.stepMs, { spanMs: last - earliest, series, maxValues: MAX_VALUES })
  const origin = source.kind === 'file' ? source.from : 0
  const down = (time: number) => origin + Math.floor((time - origin) / stepMs) * stepMs
  const spans = [{ from: first, to: last }, ...cycles].map(({ from, to }) => ({
    from: down(from),
    to: down(to) + stepMs,
  }))
  return {
    stepMs,
    spans: joined(spans),
    before: { start: first, end: at },
    after: { start: at + settle, end: last },
  }
}

/** Spans by time; those that touch are one. */
function joined(spans: readonly Span[]): Span[] {
  const out: { from: number; to: number }[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const before = out.at(-1)
    if (before !== undefined && span.from <= before.to) before.to = Math.max(before.to, span.to)
    else out.push({ ...span })
  }
  return out
}

interface TaskParts {
  readonly series: readonly SourceSeries[]
  readonly windows: Windows
  readonly request: RolloutRequest
  readonly treated: readonly string[] | undefined
}

async function readTask(
  { points }: Context,
  { store }: ComparedSource,
  { series, windows, request, treated }: TaskParts,
): Promise<RolloutTask> {
  const { stepMs, spans } = windows
  const from = spans[0]!.from
  const numbers = series.map(({ number }) => number)
  const read = await Promise.all(
    spans.map(async (span) => {
      const { columns } = await points.readGrid(store, numbers, span, stepMs)
      return { first: Math.round((span.from - from) / stepMs), columns }
    }),
  )
  const { at, before, after, settle, earlierWeeks, badUp = [], badDown = [], show, service, buckets } = request
  const towards = (metrics: readonly string[], direction: RegressionDirection) =>
    metrics.map((metric) => [metric, direction] as const)
  return {
    from,
    stepMs,
    steps: Math.round((spans.at(-1)!.to - from) / stepMs),
    spans: read,
    buckets,
    series: series.map(({ key }) => key),
    units: series.map(({ unit }) => unit),
    rates: series.flatMap(({ isRate }, place) => (isRate ? [place] : [])),
    options: {
      at,
      settleMs: settle,
      earlierWeeks,
      ...(treated !== undefined && { instances: treated }),
      ...(before !== undefined && { beforeMs: before }),
      ...(after !== undefined && { afterMs: after }),
      regressionDirections: Object.fromEntries([...towards(badUp, 'up'), ...towards(badDown, 'down')]),
    },
    ...(show !== undefined && { show: { metric: show, service } }),
  }
}
