import { Button } from '@mantine/core'
import { TimeSeriesChart, toChartLines } from '@omen/charts'
import type { IncidentDetail } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../findings/metric-chart/chart-card.tsx'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useIncidentAddress } from '../state/incident-address.ts'
import { highlightsOf } from '../state/incident-highlights.ts'
import styles from './post-mortem.module.css'
import { type FigureOf, figureOf, partsOfSeries } from './series-figure.ts'

const Markdown = lazy(async () => ({ default: (await import('../../../ui/markdown/markdown.tsx')).Markdown }))

interface PreviewProps {
  detail: IncidentDetail
  text: string
  /** Only its beginning, until more is asked for: nobody has written it. */
  isFolded?: boolean
}

/** The text as it is read, with its charts. */
export const Preview = ({ detail, text, isFolded = false }: PreviewProps) => {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(!isFolded)
  return (
    <>
      <div className={styles.preview} data-part="preview" data-folded={!isWhole || undefined}>
        <Suspense fallback={<RowsSkeleton rows={4} />}>
          <Markdown text={text} figure={(src, alt) => <Figure detail={detail} src={src} alt={alt} />} />
        </Suspense>
      </div>
      {!isWhole && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {t('incidents.postMortem.whole')}
          </Button>
        </div>
      )}
    </>
  )
}

interface FigureProps {
  detail: IncidentDetail
  src: string
  alt: string
}

const HEIGHT = 168
const BUCKETS = 300

/** A chart within a text, with the bars of the incident. */
const Figure = ({ detail, src, alt }: FigureProps) => {
  const figure = figureOf(src)
  const name = alt === '' ? (figure?.seriesId ?? src) : alt
  return (
    <figure className={styles.figure} aria-label={name}>
      {figure === null ? <Missing name={name} /> : <Drawn detail={detail} figure={figure} name={name} />}
    </figure>
  )
}

const Missing = ({ name }: { name: string }) => {
  const { t } = useTranslation()
  return <p className={styles.missing}>{t('incidents.postMortem.chartMissing', { name })}</p>
}

const Drawn = ({ detail, figure, name }: { detail: IncidentDetail; figure: FigureOf; name: string }) => {
  const setup = useChartSetup()
  const { seriesId, from, to } = figure
  const values = useValues(detail, figure)
  const series = values.data?.series.find((one) => one.seriesId === seriesId) ?? values.data?.series[0]
  const unit = detail.series.find((one) => one.seriesId === seriesId)?.unit ?? ''
  const metric = useMemo(
    () => ({ name, series: [{ seriesId: series?.seriesId ?? seriesId, instance: '' }], periods: [] }),
    [name, series?.seriesId, seriesId],
  )
  const data = useMemo(() => {
    if (values.data === undefined || series === undefined) return null
    const lines = toChartLines({ ...values.data, series: [series] }, metric, { hasEmptyBuckets: true })
    return { lines, highlights: highlightsOf(detail), domain: { from, to }, unit }
  }, [values.data, series, metric, detail, from, to, unit])
  const focus = data?.lines[0]?.id ?? null
  if (!values.isPending && focus === null) return <Missing name={name} />
  return (
    <ChartCard
      head={<span className={styles.figureName}>{name}</span>}
      metric={metric}
      data={data}
      focus={focus}
      isFull={false}
      height={HEIGHT}
      onFocus={() => {}}
    >
      {(shown, svg) => (
        <TimeSeriesChart
          {...setup}
          title={name}
          lines={shown.lines}
          highlights={shown.highlights}
          domain={shown.domain}
          fullDomain={shown.domain}
          focusLineId={focus}
          unit={shown.unit}
          height={HEIGHT}
          svgRef={svg}
        />
      )}
    </ChartCard>
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
          times: picture.times,
          bucketMs: picture.bucketMs,
          series: kept.map((one) => ({
            ...one,
            count: one.max.map((value) => (value === null ? 0 : 1)),
            flagged: [],
          })),
        }
      if (source.kind === 'detection')
        return omen.detections.series(
          source.detectionId ?? '',
          { seriesIds: [seriesId], from, to, buckets: BUCKETS },
          { signal },
        )
      const wanted = { from, to, metric: [metric], ...(instance !== '' && { instance: [instance] }), buckets: BUCKETS }
      return omen.live.analysis(address, wanted, { signal })
    },
  })
}
