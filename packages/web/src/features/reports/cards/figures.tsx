import type { ReportFigures, ReportTrend } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import styles from './figures.module.css'

interface FiguresProps {
  figures: ReportFigures
  before: ReportFigures
  trend: ReportTrend
  unit: 'day' | 'week' | 'month' | 'last24h'
}

/** Five figures, each with that of the period before. */
export const Figures = ({ figures, before, trend, unit }: FiguresProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = (ms: number | null): string => (ms === null ? '–' : format.duration(ms))
  const hadData = trend !== 'first' && before.arrivedShare !== null
  const was = (value: string): string =>
    hadData ? t(`reports.figures.${unit}`, { value }) : trend === 'first' ? t('reports.figures.noBefore') : ''
  const shown = [
    { name: 'incidents', value: format.count(figures.incidents), before: format.count(before.incidents) },
    { name: 'abnormal', value: format.hours(figures.abnormalMs), before: format.hours(before.abnormalMs) },
    { name: 'duration', value: duration(figures.meanDurationMs), before: duration(before.meanDurationMs) },
    { name: 'severity', value: format.severity(figures.meanSeverity), before: format.severity(before.meanSeverity) },
    { name: 'arrived', value: format.share(figures.arrivedShare), before: format.share(before.arrivedShare) },
  ] as const
  return (
    <section className={styles.figures} aria-label={t('reports.figures.label')}>
      {shown.map(({ name, value, before: earlier }) => (
        <div key={name} className={styles.figure}>
          <b>{value}</b>
          <span>
            {name === 'incidents'
              ? t('reports.figures.incidents', { count: figures.incidents })
              : t(`reports.figures.${name}`)}
          </span>
          <span className={styles.was}>{was(earlier)}</span>
        </div>
      ))}
    </section>
  )
}
