import { severityColor } from '@omen/charts/findings'
import type { RunSeverity } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'

const STEP = 7
const HEIGHT = 20

/** The severities of the last runs, oldest first; the one in question has a line under it. */
export const SeverityTrend = ({ trend, id }: { trend: readonly RunSeverity[]; id: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (trend.length < 2) return <span className="muted">–</span>
  const told = trend.map(({ severity }) => (severity === null ? '–' : severity.toFixed(1))).join(t('general.comma'))
  return (
    <svg width={trend.length * STEP} height={HEIGHT + 4} role="img" aria-label={t('published.trendOf', { told })}>
      {trend.map((run, index) => {
        const size = run.severity === null ? 1 : Math.max(2, (run.severity / 10) * HEIGHT)
        return (
          <g key={run.id}>
            <title>{`${format.dateTime(run.publishedAt)}${t('general.colon')}${run.severity?.toFixed(1) ?? '–'}`}</title>
            <rect
              x={index * STEP + 0.5}
              y={HEIGHT - size}
              width={STEP - 2}
              height={size}
              fill={run.severity === null ? 'var(--omen-silent)' : severityColor(run.severity)}
              stroke="var(--omen-mark-edge)"
              strokeWidth={run.severity === null ? 0 : 0.5}
            />
            {run.id === id && (
              <rect x={index * STEP} y={HEIGHT + 2} width={STEP - 1} height={2} fill="var(--omen-text)" />
            )}
          </g>
        )
      })}
    </svg>
  )
}
