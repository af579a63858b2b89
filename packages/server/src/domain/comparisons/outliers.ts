import type { OutlierComparison } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { createSemaphore, runMetered } from '../quotas/index.ts'
import { chooseStep } from './choose-step.ts'
import { type ComparedSource, openSource, type SourceRequest } from './open-source.ts'

export interface OutlierRequest extends SourceRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly tolerance: number
  readonly minMembers: number
  readonly minSpan: number
  /** Milliseconds. */
  readonly past?: number | undefined
  readonly show?: string | undefined
  readonly service?: string | undefined
  readonly buckets: number
  readonly states: boolean
}

const DAY_MS = 86_400_000
const MAX_DAYS = 31
const MAX_SERIES = 2000
/** Also stated in the API's description, as the limits above. */
const MAX_VALUES = 4_000_000

const TOO_LONG = {
  en: `At most ${MAX_DAYS} days are compared: choose a later beginning.`,
  'zh-CN': `最多比较 ${MAX_DAYS} 天：请选择较晚的开始时间。`,
}

/** A comparison holds some tens of megabytes and a thread. */
const comparing = createSemaphore({ concurrent: 2, waitingPerAccount: 8 })

/** Compares the instances of each metric of a source, each as it ran beside its group before. */
export async function findCloudOutliers(
  ctx: Context,
  caller: Caller,
  request: OutlierRequest,
  signal?: AbortSignal,
): Promise<Omit<OutlierComparison, 'success'>> {
  const source = await openSource(ctx, caller, request, MAX_SERIES, signal)
  const window = windowOf(source, request)
  const { from, to, stepMs } = window
  const head = { from, to, pastFrom: window.first < from ? window.first : null, stepMs }
  const counts = { seriesTotal: source.seriesTotal, seriesCompared: source.series.length }
  if (source.series.length === 0) return { ...head, ...counts, groups: [] }
  const compare = (own: Context) => async () => {
    signal?.throwIfAborted()
    const numbers = source.series.map(({ number }) => number)
    const grid = await own.points.readGrid(source.store, numbers, { from: window.first, to: to + 1 }, stepMs)
    const { tolerance, minMembers, minSpan, show, service, buckets, states } = request
    const task = {
      times: grid.times,
      columns: grid.columns,
      stepMs,
      buckets,
      states,
      series: source.series.map(({ key }) => key),
      units: source.series.map(({ unit }) => unit),
      rates: source.series.flatMap(({ isRate }, place) => (isRate ? [place] : [])),
      options: { tolerance, minMembers, minSpan, pastRows: Math.round((from - window.first) / stepMs) },
      ...(show !== undefined && { show: { metric: show, service } }),
    }
    return own.compute.comparePeers(task, { signal })
  }
  const compared = await runMetered(ctx, caller.accountId, (own) =>
    comparing.run(caller.accountId, compare(own), signal),
  )
  return { ...head, ...counts, ...compared }
}

/** The time compared and where its past begins, on whole steps. */
function windowOf(source: ComparedSource, request: OutlierRequest) {
  const to = request.to ?? source.to
  const from = request.from ?? Math.max(source.from, to - (source.kind === 'file' ? MAX_DAYS * DAY_MS : DAY_MS))
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  if (to - from > MAX_DAYS * DAY_MS)
    throw invalidField('from', `must be at most ${MAX_DAYS} days before to`, { sentence: TOO_LONG })
  const pastMs = request.past ?? Math.min(7 * DAY_MS, Math.max(DAY_MS, to - from))
  const pastFrom = Math.max(Math.min(source.from, from), from - pastMs)
  const spanMs = to + 1 - pastFrom
  const stepMs = chooseStep(source.stepMs, { spanMs, series: source.series.length, maxValues: MAX_VALUES })
  const origin = source.kind === 'file' ? source.from : 0
  const down = (time: number) => origin + Math.floor((time - origin) / stepMs) * stepMs
  return { from: down(from), to, stepMs, first: down(pastFrom) }
}
