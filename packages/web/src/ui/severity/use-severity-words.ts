import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeverityName } from './severity-name.ts'

/** What the marks of severity are called in the reader's language. */
export const useSeverityWords = (): Record<SeverityName, string> => {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      above: t('analysis.periods.above'),
      below: t('analysis.periods.below'),
      down: t('analysis.periods.down'),
      missing: t('analysis.periods.missing'),
    }),
    [t],
  )
}
