import type { AlertSetting, AlertThreshold } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The alert settings of a project, with what the last 30 days would have sent. */
export const alertQuery = (name: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.alerts(name, locale),
    queryFn: ({ signal }) => omen.alerts.get(name, { signal }),
  })

/** What changed settings would have sent; the effect of those before stays until it is known. */
export const effectQuery = (name: string, locale: string, draft: AlertSetting, isChanged: boolean) =>
  queryOptions({
    queryKey: queryKeys.project.alertEffect(name, locale, draft),
    queryFn: ({ signal }) => omen.alerts.preview(name, changesOf(draft), { signal }),
    enabled: isChanged,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Those that the tab has; the page's own sensitivity and the members have tabs of theirs. A threshold that says nothing yet is left out. */
export const changesOf = ({
  projectName: _,
  pvalue: __,
  cvalue: ___,
  sharedUserNames: ____,
  ...changes
}: AlertSetting) => ({
  ...changes,
  thresholds: changes.thresholds.filter(saysSomething),
})

const saysSomething = ({ metric, direction, kpi, ...limits }: AlertThreshold): boolean =>
  metric !== '' && (direction !== 'both' || kpi || Object.keys(limits).length > 0)
