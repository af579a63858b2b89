import { useTranslation } from 'react-i18next'
import { severityShapes } from '../../../ui/severity/severity-mark.tsx'

/** The shape of a finding without its colour: it has not happened. */
export const PredictedMark = ({ side = 'above' }: { side?: 'above' | 'below' }) => {
  const { t } = useTranslation()
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" role="img" aria-label={t('incidents.predicted.mark')}>
      <path d={severityShapes[side]} fill="none" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  )
}
