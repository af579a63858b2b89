import { useTranslation } from 'react-i18next'
import type { LogClock } from '../state/log-clock.ts'

const units = { 1000: 'second', 60000: 'minute', 3600000: 'hour', 86400000: 'day' } as const

/** "Lines per hour", "Lines per 45 min": what a bar counts. */
export const useTimelineTitle = (bucketMs: number, clock: LogClock): string => {
  const { t } = useTranslation()
  const unit = clock.hasTimes ? units[bucketMs as keyof typeof units] : undefined
  return unit === undefined
    ? t('logs.timeline.title', { length: clock.length(bucketMs) })
    : t(`logs.timeline.per.${unit}`)
}
