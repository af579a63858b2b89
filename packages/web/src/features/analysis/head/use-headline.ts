import type { Detection } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'

/** The result in one sentence: the number of incidents and the worst one. */
export const useHeadline = (detection: Detection): string => {
  const { t } = useTranslation()
  const format = useFormat()
  const span = format.span(detection.from, detection.to)
  if (detection.kind === 'visualization')
    return t('analysis.head.drawing', { series: format.count(detection.seriesCount), span })
  const [worst] = detection.incidents
  if (worst === undefined) return t('analysis.head.normal', { span })
  if (worst.val === null)
    return t('analysis.head.missing', { count: detection.incidents.length, sentence: worst.sentence })
  return t('analysis.head.found', {
    count: detection.incidents.length,
    share: format.share(detection.flaggedShare),
    sentence: worst.sentence,
  })
}
