import type { TFunction } from 'i18next'

/** "cpu on node3", in the language of the page; the metric alone where the series has no instance. */
export const seriesTitle = (
  { metric, instance }: { readonly metric: string; readonly instance: string },
  t: TFunction,
): string => (instance === '' ? metric : t('live.forecast.nameOn', { metric, instance }))
