import type { ExclusionPreview } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Format } from '../../../lib/format/use-format.ts'

/** What leaving an incident out changes, in sentences. */
export const trainingSentences = (
  { nextTrainingAt, durationMs, leftOutMs, leftOutBeforeMs, trainingMs }: ExclusionPreview,
  t: TFunction,
  format: Pick<Format, 'duration' | 'moment' | 'share'>,
): string[] => {
  if (nextTrainingAt === null) return [t('incidents.training.noModel')]
  if (durationMs <= 0) return [t('incidents.training.outside')]
  const duration = format.duration(durationMs)
  const leftOut =
    leftOutMs >= durationMs
      ? t('incidents.training.whole', { duration })
      : t('incidents.training.part', { after: format.duration(leftOutMs), duration })
  const facts = { when: format.moment(nextTrainingAt), leftOut }
  const change =
    leftOutMs === leftOutBeforeMs
      ? t('incidents.training.same', facts)
      : t('incidents.training.change', { ...facts, before: format.duration(leftOutBeforeMs) })
  const share = { share: format.share(leftOutMs / Math.max(1, trainingMs)), total: format.duration(trainingMs) }
  return [change, ...(trainingMs > 0 ? [t('incidents.training.share', share)] : [])]
}
