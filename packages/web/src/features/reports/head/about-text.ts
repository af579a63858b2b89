import type { InsightReport } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Format } from '../../../lib/format/use-format.ts'

type Reported = Pick<InsightReport, 'scope' | 'timeZone'>

/** "shop · 30 series, 5 instances, 6 metrics · times in UTC". */
export const aboutText = ({ scope, timeZone }: Reported, t: TFunction, rest: readonly string[] = []): string => {
  const name = scope.kind === 'detection' ? t('reports.ofFile', { name: scope.name }) : scope.name
  return [
    scope.kind === 'projects' ? t('reports.projects', { count: scope.projects }) : name,
    t('reports.size', {
      count: scope.series,
      instances: t('reports.instances', { count: scope.instances }),
      metrics: t('reports.metrics', { count: scope.metrics }),
    }),
    ...rest,
    t('general.timesIn', { zone: timeZone }),
  ].join(' · ')
}

/** What it is compared with, and until when. */
export const comparedText = (report: InsightReport, t: TFunction, format: Format): string[] =>
  report.complete
    ? [t(`reports.against.${report.period}`)]
    : [t(`reports.against.${report.period}`), t('reports.untilNow', { time: format.when(report.until) })]
