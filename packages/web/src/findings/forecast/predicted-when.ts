import type { PredictedIncident } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Format } from '../../lib/format/use-format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How soon it is to be expected: in whole hours from two hours on, in steps of five minutes before. */
export const predictedWhen = (
  { about }: Pick<PredictedIncident, 'about'>,
  now: number,
  t: TFunction,
  { duration }: Pick<Format, 'duration'>,
): string => {
  const ms = about - now
  const unitMs = ms < 2 * HOUR_MS ? 5 * MINUTE_MS : HOUR_MS
  const rounded = Math.round(ms / unitMs) * unitMs
  return rounded <= 0
    ? t('dashboard.incidents.anyMoment')
    : t('dashboard.incidents.within', { duration: duration(rounded) })
}
