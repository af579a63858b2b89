import type { LiveAnalysis, LiveForecast } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findReadableProject, findReadableSource, type ProjectRow } from '../projects/index.ts'
import {
  defaultSpanMs,
  getLiveAnalysis,
  isOtherSensitivity,
  type LiveRequest,
  readLive,
  readPosition,
} from './analysis.ts'
import { createFindingExtractor, requireExtractable } from './extract-findings.ts'
import type { ForecastSeries } from './forecasts.ts'
import { forecastPlanOf } from './project-forecast-plan.ts'

export type LiveEvent =
  | { readonly kind: 'rows'; readonly id: string; readonly data: LiveAnalysis }
  | { readonly kind: 'reset' }
  /** The last one: there is nothing more to read, and why. */
  | { readonly kind: 'removed'; readonly message: string }

/** An event at least this often, so that a reader sees the lag of a scoring that stands still. */
const LONGEST_WAIT_MS = 15_000
/** Rows of one event: a stream drops readers that leave a megabyte unread. */
const MAX_ROWS = 120
const MAX_VALUES = 6000

/** Rejects with what increments cannot be sent for, before any are. */
export async function requireFollowable(ctx: Context, caller: Caller, request: LiveRequest): Promise<void> {
  const now = ctx.clock.now()
  const smallest = { from: now, to: now, buckets: 1, predict: 0, pvalue: undefined, cvalue: undefined }
  await getLiveAnalysis(ctx, caller, { ...request, ...smallest })
  const row = await findReadableProject(ctx, caller, request.projectName)
  const { samplingMs } = row.project
  const from = request.from ?? now - (request.span ?? defaultSpanMs(samplingMs))
  if (isOtherSensitivity(row, request)) requireExtractable(row, { from, to: now })
}

/**
 * Increments of an analysis from the row after `since` on, until `gone` is aborted. Each event goes to the newest sample; whoever takes one
 * late gets all that has come meanwhile with the next, or a reset where that would be too much; so it does where a counter of which the values
 * were sent is now read by its rate. A forecast comes with the first event after it is
 * ready, once for each of its steps. A project is followed by its identity, whatever it is called meanwhile.
 */
export async function* followLive(
  ctx: Context,
  caller: Caller,
  request: LiveRequest & { readonly since?: number | undefined },
  gone: AbortSignal,
): AsyncGenerator<LiveEvent, void, undefined> {
  let since = request.since
  const { source } = await findReadableProject(ctx, caller, request.projectName)
  const extractor = createFindingExtractor()
  const isRate = new Map<string, boolean>()
  const forecasts = followForecasts(ctx, request.predict ?? 0, gone)
  while (!gone.aborted) {
    // Before the read, so that nothing announced during it is missed
    const changed = ctx.liveChanges.next(source.id, LONGEST_WAIT_MS, gone)
    const row = await findReadableSource(ctx, caller, source.id)
    if (row === undefined) {
      const isOwn = source.ownerId === caller.accountId
      return yield { kind: 'removed', message: (isOwn ? REMOVED : REMOVED_OR_UNSHARED)[request.locale] }
    }
    const { project } = row
    const now = ctx.clock.now()
    since ??= (await readPosition(ctx, source.id)) ?? now - project.samplingMs
    const rows = (now - since) / project.samplingMs
    if (rows > MAX_ROWS || rows * Math.min(200, project.seriesCount) > MAX_VALUES + 200) {
      yield { kind: 'reset' }
      since = undefined
    } else {
      const valuesFrom = since + project.samplingMs
      const reading = { extractor, accountId: caller.accountId, valuesFrom }
      const { analysis, shown } = await readLive(ctx, row, { ...request, to: now }, reading)
      if (hasNewReading(isRate, shown)) {
        yield { kind: 'reset' }
        since = undefined
        continue
      }
      since = analysis.position ?? since
      const forecast = forecasts.take(row, analysis.position, shown)
      yield { kind: 'rows', id: String(since), data: { success: true, ...analysis, ...(forecast && { forecast }) } }
    }
    await Promise.race([changed, forecasts.settled()])
  }
}

/** The forecasts of one reader, made beside its events. */
interface FollowedForecasts {
  /** The one that is ready and was not taken yet. Begins the next one where there are new steps, series or findings. */
  take(row: ProjectRow, position: number | null, series: readonly ForecastSeries[]): LiveForecast | undefined
  /** Resolves when the one under way is ready or has failed; never where there is none. */
  settled(): Promise<void>
}

function followForecasts(ctx: Context, hours: number, gone: AbortSignal): FollowedForecasts {
  let begun = ''
  let found: LiveForecast | undefined
  let making: Promise<void> | undefined
  return {
    take(row, position, series) {
      const sourceId = row.source.id
      const taken = found
      found = undefined
      const plan = forecastPlanOf(row, position, hours)
      const key = JSON.stringify([
        plan?.from,
        series.map(({ number, isRate, isAbnormal }) => [number, isRate, isAbnormal]),
      ])
      if (plan === undefined || making !== undefined || key === begun) return taken
      begun = key
      making = ctx.forecasts
        .read({ sourceId, plan, series }, gone)
        .then((forecast) => {
          found = forecast
        })
        .catch((error: unknown) => {
          if (!gone.aborted) ctx.log.error({ err: error, sourceId }, 'a project was not forecast')
        })
        .finally(() => {
          making = undefined
        })
      return taken
    },
    settled: () => making ?? new Promise(() => {}),
  }
}

const REMOVED = { en: 'The project was removed.', 'zh-CN': '该项目已被移除。' }
const REMOVED_OR_UNSHARED = {
  en: 'The project was removed, or is no longer shared with you.',
  'zh-CN': '该项目已被移除，或不再与您共享。',
}

/** Whether any of the series that were seen before is read otherwise now; notes how each is. */
function hasNewReading(isRate: Map<string, boolean>, series: readonly ForecastSeries[]): boolean {
  let isNew = false
  for (const one of series) {
    isNew ||= (isRate.get(one.seriesId) ?? one.isRate) !== one.isRate
    isRate.set(one.seriesId, one.isRate)
  }
  return isNew
}
