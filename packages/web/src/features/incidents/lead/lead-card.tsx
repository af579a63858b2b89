import { Tooltip } from '@mantine/core'
import { type FindingPeriod, TimeSeriesChart, toChartLines, useWidth } from '@omen/charts'
import type { IncidentDetail } from '@omen/sdk'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../findings/metric-chart/chart-card.module.css'
import { ChartCard, ChartSection, ChartTitle } from '../../../findings/metric-chart/chart-card.tsx'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { highlightsOf } from '../state/incident-highlights.ts'
import { labelRoom } from '../state/label-room.ts'
import type { LeadValues } from './lead-values.ts'
import { leadOf, useLeadValues } from './use-lead-values.ts'

const HEIGHT = 168

/** The leading metric on the axis of the timeline: the series it is about, its expected band, its peers. */
export const LeadCard = ({ detail, time }: { detail: IncidentDetail; time: Range }) => {
  const lead = leadOf(detail)
  const { values, isLoading } = useLeadValues(detail, time)
  if (lead === null || lead === undefined || (values.series.length === 0 && !isLoading))
    return <NoPicture detail={detail} />
  return (
    <ChartSection name={lead.metric} head={<Head detail={detail} values={values} name={lead.metric} />} height={HEIGHT}>
      {() => <Inside detail={detail} time={time} values={values} isLoading={isLoading} />}
    </ChartSection>
  )
}

const NoPicture = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const isOfLogs = detail.incident.kind === 'log'
  return (
    <section className={styles.card} aria-label={t('incidents.lead.label')}>
      <p className="muted" style={{ margin: 0, padding: '12px 16px' }}>
        {t(isOfLogs ? 'incidents.lead.logs' : 'incidents.lead.none')}
      </p>
    </section>
  )
}

const Head = ({ detail, values, name }: { detail: IncidentDetail; values: LeadValues; name: string }) => {
  const { t } = useTranslation()
  return (
    <ChartTitle name={name} unit={values.series[0]?.unit ?? ''}>
      <span className={styles.tag}>{t('analysis.chart.anomaly')}</span>
      {detail.picture.source === 'kept' && (
        <Tooltip label={t('incidents.lead.keptText')}>
          <span className={styles.tag} data-quiet>
            {t('incidents.lead.kept')}
          </span>
        </Tooltip>
      )}
    </ChartTitle>
  )
}

interface InsideProps {
  detail: IncidentDetail
  time: Range
  values: LeadValues
  isLoading: boolean
}

const Inside = ({ detail, time, values, isLoading }: InsideProps) => {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const setup = useChartSetup()
  const lead = leadOf(detail)
  const metric = useMemo(() => metricOf(detail, values, lead?.metric ?? ''), [detail, values, lead?.metric])
  const own = values.series.find(({ instance }) => instance === lead?.instance) ?? values.series[0]
  const [chosen, setChosen] = useState<string | null>(null)
  const focus = chosen ?? own?.seriesId ?? null
  const data = useMemo(() => {
    const lines = toChartLines(
      { ...values, series: values.series.map((one) => ({ ...one, flagged: [...one.flagged] })) } as never,
      metric,
      { hasEmptyBuckets: true },
    )
    return { lines, highlights: highlightsOf(detail), domain: time, unit: own?.unit ?? '' }
  }, [values, metric, detail, time, own?.unit])
  return (
    <ChartCard
      head={<Head detail={detail} values={values} name={metric.name} />}
      metric={metric}
      data={data}
      focus={focus}
      isFull
      height={HEIGHT}
      onFocus={setChosen}
    >
      {(shown, svg) => (
        <div ref={box}>
          <TimeSeriesChart
            {...setup}
            title={metric.name}
            lines={shown.lines}
            highlights={shown.highlights}
            domain={shown.domain}
            fullDomain={shown.domain}
            focusLineId={focus}
            unit={shown.unit}
            height={HEIGHT}
            isLoading={isLoading}
            alignedWith={{ width, left: labelRoom(width) }}
            svgRef={svg}
          />
        </div>
      )}
    </ChartCard>
  )
}

/** The metric with the findings that name one of its series. */
const metricOf = ({ findings }: IncidentDetail, { series }: LeadValues, name: string) => {
  const ids = new Set(series.map(({ seriesId }) => seriesId))
  const periods = findings
    .filter((one) => one.type === 'period' && one.series.some((id) => ids.has(id)))
    .map(({ id, start, end, val, kind, sentence, series: named }): FindingPeriod => {
      const side = (val ?? 1) < 0 ? -1 : 1
      return {
        id,
        start,
        end: end ?? Number.MAX_SAFE_INTEGER,
        val: val ?? 1,
        isMissingValue: false,
        kind,
        sentence,
        series: named.map((seriesId) => ({ seriesId, share: 1 / named.length, side, firstAt: start })),
      }
    })
  return { name, series, periods }
}
