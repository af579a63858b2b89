import { type LiveAnalysis, type LiveForecast, metricTitle } from '@omen/sdk'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Outlooked, outlookText, soonestFirst } from '../../../findings/forecast/outlook-text.ts'
import { IncidentSection } from '../../../findings/incidents/incident-list.tsx'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { HOUR_MS } from '../state/live-atoms.ts'
import styles from './forecast-card.module.css'

/** So many sentences; the charts show the others. */
const MAX_OUTLOOKS = 8

/** What the forecasts say in sentences, and which series have none. */
export const ForecastCard = ({ live, hours }: { live: LiveAnalysis; hours: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = format.duration(hours * HOUR_MS)
  return (
    <IncidentSection
      title={t('live.forecast.title')}
      part="outside"
      aside={<span>{t('live.forecast.next', { duration })}</span>}
    >
      <div className={styles.text} aria-busy={live.forecast === undefined && live.position !== null}>
        {live.forecast !== undefined ? (
          <Outlooks live={live} forecast={live.forecast} />
        ) : (
          <p>{t(`live.forecast.${whyNone(live)}`)}</p>
        )}
      </div>
    </IncidentSection>
  )
}

const whyNone = ({ logs, position }: LiveAnalysis): 'noLogs' | 'nothingYet' | 'making' =>
  logs !== undefined ? 'noLogs' : position === null ? 'nothingYet' : 'making'

const Outlooks = ({ live: { series }, forecast }: { live: LiveAnalysis; forecast: LiveForecast }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const outlooks = useMemo(() => {
    const known = new Map(series.map((one) => [one.seriesId, one]))
    return forecast.series
      .flatMap(({ seriesId, outlook, mid }): Outlooked[] => {
        const one = known.get(seriesId)
        if (one === undefined || outlook === undefined) return []
        const { instance, unit = '' } = one
        const name = seriesTitle({ metric: metricTitle(one), instance }, t)
        return [{ name, unit, outlook, until: forecast.times[mid.length - 1] ?? forecast.from }]
      })
      .sort(soonestFirst)
  }, [series, forecast, t])
  const historyMs = forecast.from - forecast.historyFrom
  const leaves = outlooks.some(({ outlook }) => outlook.kind === 'leaves')
  const shorter = forecast.series.filter(({ mid }) => mid.length < forecast.times.length)
  const firstEnd = forecast.times[Math.min(...shorter.map(({ mid }) => mid.length)) - 1] ?? forecast.from
  return (
    <>
      {outlooks.length > 0 && (
        <ul className={styles.list}>
          {outlooks.slice(0, MAX_OUTLOOKS).map((one) => (
            <li key={one.name}>{outlookText(one, historyMs, t, format)}</li>
          ))}
        </ul>
      )}
      {outlooks.length > MAX_OUTLOOKS && <p>{t('live.forecast.more', { count: outlooks.length - MAX_OUTLOOKS })}</p>}
      {forecast.series.length > 0 && !leaves && <p>{t('live.forecast.quiet', { count: forecast.series.length })}</p>}
      <p className={styles.note}>
        {[
          ...(forecast.series.length > 0 ? [t('live.forecast.range', { share: format.share(forecast.level) })] : []),
          ...(shorter.length > 0
            ? [t('live.forecast.shorter', { count: shorter.length, time: format.clock(firstEnd) })]
            : []),
          ...REASONS.flatMap((reason) => {
            const count = forecast.missing.filter((one) => one.reason === reason).length
            return count === 0 ? [] : [t(`live.forecast.missing.${reason}`, { count })]
          }),
        ].join(t('general.betweenSentences'))}
      </p>
    </>
  )
}

const REASONS = ['learning', 'short', 'silent'] as const
