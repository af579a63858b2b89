import { TimeSeriesChart, toChartLines } from '@omen/charts'
import type { IncidentDetail } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useIncidentAddress } from '../state/incident-address.ts'
import styles from './post-mortem.module.css'
import { type FigureOf, figureOf, partsOfSeries } from './series-figure.ts'

interface FigureProps {
  detail: IncidentDetail
  src: string
  alt: string
}

const height = 168
const buckets = 300

/** A chart within a text, under its name. */
export const Figure = ({ detail, src, alt }: FigureProps) => {
  const { t } = useTranslation()
  const figure = figureOf(src)
  const name = alt === '' ? (figure?.seriesId ?? src) : alt
  return (
    <figure className={styles.figure}>
      {figure === null ? (
        <p className="muted">{t('incidents.postMortem.chartMissing', { name })}</p>
      ) : (
        <Drawn detail={detail} figure={figure} name={name} />
      )}
      <figcaption>{name}</figcaption>
    </figure>
  )
}

const Drawn = ({ detail, figure, name }: { detail: IncidentDetail; figure: FigureOf; name: string }) => {
  const { t } = useTranslation()
  const setup = useChartSetup()
  const { seriesId, from, to } = figure
  const values = useValues(detail, figure)
  const series = values.data?.series.find((one) => one.seriesId === seriesId) ?? values.data?.series[0]
  const domain = useMemo(() => ({ from, to }), [from, to])
  const lines = useMemo(() => {
    if (values.data === undefined || series === undefined) return []
    const { instance } = partsOfSeries(seriesId)
    const metric = { name, series: [{ seriesId: series.seriesId, instance }], periods: [] }
    return toChartLines({ ...values.data, series: [series] }, metric, { hasEmptyBuckets: true })
  }, [values.data, series, seriesId, name])
  if (values.isPending) return <BlockSkeleton height={height} />
  if (lines.length === 0) return <p className="muted">{t('incidents.postMortem.chartMissing', { name })}</p>
  return (
    <TimeSeriesChart
      {...setup}
      title={name}
      lines={lines}
      domain={domain}
      fullDomain={domain}
      focusLineId={lines[0]?.id ?? null}
      height={height}
    />
  )
}

/** From the points of the project or file; where they are gone, from what was kept with the incident. */
const useValues = (detail: IncidentDetail, { seriesId, from, to }: FigureOf) => {
  const { incident, source, series, picture } = detail
  const address = useIncidentAddress(incident)
  const { metric, instance } = series.find((one) => one.seriesId === seriesId) ?? partsOfSeries(seriesId)
  return useQuery({
    queryKey: queryKeys.incidents.values(incident.id, { seriesId, from, to }),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const kept = picture.series.filter((one) => one.seriesId === seriesId)
      if (picture.source === 'kept' && kept.length > 0)
        return {
          ...{ times: picture.times, bucketMs: picture.bucketMs },
          series: kept.map((one) => ({
            ...one,
            count: one.max.map((value) => (value === null ? 0 : 1)),
            flagged: [],
          })),
        }
      if (source.kind === 'detection')
        return omen.detections.series(
          source.detectionId ?? '',
          { seriesIds: [seriesId], from, to, buckets },
          { signal },
        )
      const wanted = { from, to, metric: [metric], ...(instance !== '' && { instance: [instance] }), buckets }
      return omen.live.analysis(address, wanted, { signal })
    },
  })
}
