import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { type LogClock, logClock } from './log-clock.ts'

export const useLogClock = (hasTimes: boolean): LogClock => {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () =>
      logClock(hasTimes, format, {
        line: (number) => t('logs.line', { number }),
        lines: (count) => t('logs.lines', { count }),
        fromTo: (from, to) => t('logs.lineRange', { from, to }),
      }),
    [hasTimes, format, t],
  )
}
