import type { DashboardProject, PredictedIncident } from '@omen/sdk'
import type { TFunction } from 'i18next'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import type { Format } from '../../../lib/format/use-format.ts'
import { isLearning } from '../lanes/project-lane-model.ts'
import type { NumberedIncident } from '../state/numbered.ts'

interface Facts {
  readonly projects: readonly DashboardProject[]
  /** The worst first; open ones, or those of a time that was brushed. */
  readonly incidents: readonly NumberedIncident[]
  /** How many there are, listed or not. */
  readonly incidentTotal: number
  /** The soonest first, and how many there are, listed or not. */
  readonly predicted: readonly PredictedIncident[]
  readonly predictedTotal: number
  readonly isPast: boolean
  readonly now: number
}

/** The page in a sentence: how much is wrong, where it is worst, and since when. */
export const dashboardHeadline = (facts: Facts, t: TFunction, format: Pick<Format, 'duration'>): string => {
  const { projects, incidents, incidentTotal, predicted, predictedTotal, isPast, now } = facts
  const [worst] = incidents
  const since = (time: number) => format.duration(Math.max(0, now - time))
  if (isPast) {
    if (worst === undefined) return t('dashboard.headline.pastNone')
    const counted = t('dashboard.headline.past', { count: incidentTotal })
    return projects.length > 1
      ? t('dashboard.headline.pastWorst', { counted, project: shortName(worst.projectName) })
      : t('dashboard.headline.pastOnly', { counted, title: worst.title })
  }
  const silent = projects.filter(({ state }) => state === 'silent')
  const counts = [
    ...(incidentTotal > 0 ? [t('dashboard.headline.open', { count: incidentTotal })] : []),
    ...(predictedTotal > 0 ? [t('dashboard.headline.predicted', { count: predictedTotal })] : []),
    ...(silent.length > 0 ? [t('dashboard.headline.silent', { count: silent.length })] : []),
  ]
  const counted = counts.join(t('general.comma'))
  if (worst !== undefined) {
    const given = { counted, project: shortName(worst.projectName), title: worst.title, duration: since(worst.onset) }
    if (counts.length === 1 && incidentTotal === 1) return t('dashboard.headline.only', given)
    return t(worst.val === null ? 'dashboard.headline.worstGap' : 'dashboard.headline.worst', given)
  }
  const [quietest] = silent.toSorted((a, b) => (a.lastDataAt ?? 0) - (b.lastDataAt ?? 0))
  if (quietest !== undefined)
    return t('dashboard.headline.silentOnly', {
      counted,
      project: shortName(quietest.projectName),
      duration: since(quietest.lastDataAt ?? now),
    })
  const [next] = predicted
  if (next !== undefined)
    return t('dashboard.headline.predictedOnly', {
      count: predictedTotal,
      title: seriesTitle(next, t),
      project: shortName(next.projectName),
    })
  const judged = projects.filter(({ state }) => state === 'live').length
  if (judged > 0) return t('dashboard.headline.quiet', { count: judged })
  return projects.some(isLearning)
    ? t('dashboard.headline.learning', { count: projects.length })
    : t('dashboard.headline.waiting', { count: projects.length })
}
