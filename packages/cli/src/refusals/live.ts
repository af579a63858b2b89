import type { LiveAnalysis, Project } from '@omen/sdk'
import { EXIT_CODE } from '../exit-code.ts'
import type { FailOnLive } from '../fail-on/fail-on-live.ts'
import { CliError, UsageError } from '../failures.ts'
import { LONGEST_HORIZON_MS } from '../live/horizon.ts'
import type { WatchedSpan } from '../live/news.ts'
import type { OutlookNews } from '../live/outlook-news.ts'
import { duration } from '../render/duration.ts'
import { missingText } from '../render/forecast-coverage.ts'
import { plain } from '../render/plain.ts'

const HOUR_MS = 3_600_000

/** Throws for a rule on forecasts without any, or that looks further ahead than they do: it could never be met. */
export function requireHorizon(rules: readonly FailOnLive[], horizonMs: number | undefined): void {
  for (const { rule, aheadMs } of rules) {
    if (aheadMs === undefined) continue
    const hint =
      aheadMs > LONGEST_HORIZON_MS
        ? `Forecasts reach ${duration(LONGEST_HORIZON_MS)} at most.`
        : `Give --predict ${Math.ceil(aheadMs / HOUR_MS)}.`
    if (horizonMs === undefined) throw new UsageError(`--fail-on ${rule} needs a forecast`, hint)
    if (aheadMs > horizonMs)
      throw new UsageError(`--fail-on ${rule} looks further ahead than the forecast of ${duration(horizonMs)}`, hint)
  }
}

/** Throws for a project whose samples are not forecast. */
export function requireMetrics({ projectName, dataType }: Pick<Project, 'projectName' | 'dataType'>): void {
  if (dataType === 'Log')
    throw new UsageError(`--predict: ${projectName} collects log lines, which are not forecast`, 'Leave --predict out.')
}

/** Throws where rules on findings were given, and no sample came and was scored meanwhile: what was not seen cannot pass. */
export function requireScores(rules: readonly FailOnLive[], span: WatchedSpan | undefined): void {
  const given = rules.filter(({ aheadMs }) => aheadMs === undefined).map(({ rule }) => rule)
  if (given.length === 0 || (span !== undefined && hasScored(span))) return
  const name = span === undefined ? 'the project' : plain(span.last.projectName)
  throw new CliError(`--fail-on ${given.join(' or ')} could not be checked: nothing of ${name} was scored meanwhile`, {
    code: 'NOT_SCORED',
    exit: EXIT_CODE.tryAgain,
    hint: span && whyNot(span.last),
  })
}

function hasScored({ first, last }: WatchedSpan): boolean {
  const isLater = (now: number | null, before: number | null): boolean => now !== null && now > (before ?? -Infinity)
  return isLater(last.position, first.position) && isLater(last.latestDataTimestamp, first.latestDataTimestamp)
}

function whyNot({ state, stateSentence, stepMs }: LiveAnalysis): string {
  if (state === 'connecting' || state === 'collecting' || state === 'silent') return stateSentence
  return `A sample comes every ${duration(stepMs)}, and is scored once all series have theirs: give --for more time.`
}

/** Throws where rules on forecasts had none to look at: what was not seen cannot pass. */
export function requireForecast(
  rules: readonly FailOnLive[],
  { forecast, hasForecast }: Pick<OutlookNews, 'forecast' | 'hasForecast'>,
): void {
  const rule = rules.find(({ aheadMs }) => aheadMs !== undefined)?.rule
  if (rule === undefined || hasForecast) return
  const message = `--fail-on ${rule} could not be checked: no series was forecast`
  if (forecast === undefined)
    throw new CliError(message, {
      code: 'NO_FORECAST',
      exit: EXIT_CODE.tryAgain,
      hint: 'A forecast takes seconds once samples are scored: give --for more time.',
    })
  throw new CliError(message, { code: 'TOO_LITTLE_DATA', exit: EXIT_CODE.failed, hint: missingText(forecast) })
}
