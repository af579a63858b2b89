import type { PredictedIncident } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Format } from '../../lib/format/use-format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How soon it is to be expected: in whole hours from two hours on, in steps of five minutes before. */
export const predictedWhen = (
  { about }: Pick<PredictedIncident, 'about'>,
  now: number,
  t: TFunction,
  { duration }: Pick<Format, 'duration'>,
): string => {
  const ms = about - now
  const unitMs = ms < 2 * hourMs ? 5 * minuteMs : hourMs
  const rounded = Math.round(ms / unitMs) * unitMs
  return rounded <= 0
    ? t('dashboard.incidents.anyMoment')
    : t('dashboard.incidents.within', { duration: duration(rounded) })
}
