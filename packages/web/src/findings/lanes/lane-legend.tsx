import { severityColor } from '@omen/charts'
import { useTranslation } from 'react-i18next'
import type { Analysis } from '../analysis.ts'
import styles from './lanes.module.css'

const RAMP = [1, 2, 3.5, 5, 6.5, 8, 10]

/** What the colours of the lanes mean; only those that occur. */
export const LaneLegend = ({ analysis }: { analysis: Analysis }) => {
  const isBelow = ({ val }: { val: number | null }) => val !== null && val < 0
  return (
    <ColorLegend
      hasAbove={[...analysis.periods, ...(analysis.logs ?? [])].some(({ val }) => val > 0)}
      hasBelow={analysis.incidents.some(isBelow) || analysis.periods.some(isBelow)}
      hasGap={analysis.gaps.length > 0}
    />
  )
}

export const ColorLegend = ({
  hasAbove,
  hasBelow,
  hasGap,
}: {
  hasAbove: boolean
  hasBelow: boolean
  hasGap: boolean
}) => {
  const { t } = useTranslation()
  return (
    <span className={styles.legend}>
      {hasAbove && (
        <span className={styles.entry}>
          <svg width="42" height="10" aria-hidden="true">
            {RAMP.map((val, index) => (
              <rect key={val} x={index * 6} width="6" height="10" fill={severityColor(val)} />
            ))}
          </svg>
          {t('analysis.lanes.above')}
        </span>
      )}
      {hasBelow && (
        <span className={styles.entry}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" fill={severityColor(-10)} />
          </svg>
          {t('analysis.lanes.below')}
        </span>
      )}
      {hasGap && (
        <span className={styles.entry}>
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M0 4 L4 0 M0 9 L9 0 M3 10 L10 3 M8 10 L10 8" stroke="var(--omen-silent)" strokeWidth="1.4" />
          </svg>
          {t('analysis.lanes.noData')}
        </span>
      )}
    </span>
  )
}
