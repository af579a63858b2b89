import type { LiveAnalysis, Project } from '@omen/sdk'
import { exitCode } from '../exit-code.ts'
import type { FailOnLive } from '../fail-on/fail-on-live.ts'
import { CliError, UsageError } from '../failures.ts'
import { longestHorizonMs } from '../live/horizon.ts'
import type { OutlookNews } from '../live/outlook-news.ts'
import { plain } from '../render/display-width.ts'
import { duration } from '../render/duration.ts'
import { missingText } from '../render/forecast-coverage.ts'

const hourMs = 3_600_000
/** In these states no sample is scored. */
const unscored: readonly LiveAnalysis['state'][] = ['connecting', 'collecting', 'silent']

/** Throws for a rule on forecasts without any, or that looks further ahead than they do: it could never be met. */
export function requireHorizon(rules: readonly FailOnLive[], horizonMs: number | undefined): void {
  for (const { rule, aheadMs } of rules) {
    if (aheadMs === undefined) continue
    const hint =
      aheadMs > longestHorizonMs
        ? `Forecasts reach ${duration(longestHorizonMs)} at most.`
        : `Give --predict ${Math.ceil(aheadMs / hourMs)}.`
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

/** Throws where rules had no new scores to look at: what was not seen cannot pass. */
export function requireScores(rules: readonly FailOnLive[], latest: LiveAnalysis | undefined): void {
  const rule = rules[0]?.rule
  if (rule === undefined || latest === undefined || !unscored.includes(latest.state)) return
  const message = `--fail-on ${rule} could not be checked: ${plain(latest.projectName)} is ${latest.state}`
  throw new CliError(message, { code: 'NOT_SCORED', exit: exitCode.failed, hint: latest.stateSentence })
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
      ...{ code: 'NO_FORECAST', exit: exitCode.tryAgain },
      hint: 'A forecast takes seconds once samples are scored: give --for more time.',
    })
  throw new CliError(message, { code: 'TOO_LITTLE_DATA', exit: exitCode.failed, hint: missingText(forecast) })
}
