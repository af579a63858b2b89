import { ForecastSpark } from '@omen/charts'
import type { PredictedIncident } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { predictedText } from '../../../findings/forecast/outlook-text.ts'
import { predictedWhen } from '../../../findings/forecast/predicted-when.ts'
import { useNearView } from '../../../findings/metric-chart/use-near-view.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath } from '../../../lib/projects/project-address.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { SEVERITY_SHAPES } from '../../../ui/severity/severity-mark.tsx'
import { forecastQuery } from '../state/dashboard-query.ts'
import type { Addressed } from '../state/numbered.ts'
import styles from './incidents-card.module.css'

interface PredictedLineProps {
  incident: Addressed<PredictedIncident>
  now: number
}

/** What is ahead in three lines beside the forecast of its series; leads to the live page of its project with the forecast of a day. */
export const PredictedLine = ({ incident, now }: PredictedLineProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { projectName, address, metric, instance, side, series } = incident
  const title = seriesTitle(incident, t)
  const when = predictedWhen(incident, now, t, format)
  const text = [
    predictedText(incident, t, format),
    ...(series > 1 ? [t('dashboard.incidents.othersToo', { count: series - 1 })] : []),
  ].join(t('general.betweenSentences'))
  const search = new URLSearchParams({ ahead: '24h', metrics: metric, ...(instance !== '' && { instances: instance }) })
  return (
    <li>
      <Link className={styles.line ?? ''} to={`${livePath(address)}?${search}`}>
        <span className={styles.body}>
          <span className={styles.titleLine}>
            <PredictedMark side={side} />
            <span className={styles.incident} title={title}>
              {title}
            </span>
          </span>
          <span className={styles.when} title={projectName} data-tabular>
            {shortName(projectName)} · {t('dashboard.incidents.predicted', { when })}
          </span>
          <span>{text}</span>
        </span>
        <Spark incident={incident} />
      </Link>
    </li>
  )
}

/** The shape of a finding without its colour: it has not happened. */
const PredictedMark = ({ side }: Pick<PredictedIncident, 'side'>) => {
  const { t } = useTranslation()
  return (
    <svg
      className={styles.predictedMark ?? ''}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role="img"
      aria-label={t('dashboard.incidents.predictedMark')}
    >
      <path d={SEVERITY_SHAPES[side]} fill="none" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  )
}

const SIZE = { width: 88, height: 36 }

const Spark = ({ incident }: { incident: Addressed<PredictedIncident> }) => {
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNearView(box)
  const { tokens } = useChartSetup()
  const { data } = useQuery({ ...forecastQuery(incident.address, incident), enabled: isNear })
  const { times, line, ahead, forecast } = data ?? {}
  return (
    <span ref={box} className={styles.spark} aria-hidden>
      {times !== undefined && line !== undefined && ahead !== undefined && forecast !== undefined && (
        <ForecastSpark
          past={{ times, values: incident.side === 'above' ? line.max : line.min }}
          ahead={{ times: forecast.times, values: ahead.mid }}
          limit={incident.limit}
          {...SIZE}
          tokens={tokens}
        />
      )}
    </span>
  )
}
