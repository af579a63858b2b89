import type { AlertSetting, AlertSettingChanges } from '@omen/sdk'
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
export const effectQuery = (name: string, locale: string, saved: AlertSetting, changes: AlertSettingChanges) =>
  queryOptions({
    queryKey: queryKeys.project.alertEffect(name, locale, { ...saved, ...changes }),
    queryFn: ({ signal }) => omen.alerts.preview(name, changes, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
