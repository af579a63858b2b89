import type { Detection } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { worstPeriod } from '../../../findings/periods/period-model.ts'
import { useFormat } from '../../../lib/format/use-format.ts'

/** The result in one sentence: the number of periods and the most severe one. */
export const useHeadline = (detection: Detection): string => {
  const { t } = useTranslation()
  const format = useFormat()
  const span = format.span(detection.from, detection.to)
  if (detection.kind === 'visualization')
    return t('analysis.head.drawing', { series: format.count(detection.seriesCount), span })
  const worst = worstPeriod(detection.periods)
  if (worst === null) return t('analysis.head.normal', { span })
  return t('analysis.head.found', {
    count: detection.periods.length,
    share: format.share(detection.flaggedShare),
    sentence: worst.sentence,
  })
}
