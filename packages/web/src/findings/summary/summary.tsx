import { type ChartLine, ChartTable, type DegreeSeries, SummaryChart } from '@omen/charts'
import type { Detection } from '@omen/sdk'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { summaryRequest } from '../metric-chart/series-query.ts'
import { useSeries } from '../metric-chart/use-series.ts'
import { leadingSeries, metricsOf } from '../metrics/metric-model.ts'
import { periodIdAtom } from '../state/period-atom.ts'
import { rangeAtom, selectionAtom, zoomAtom, zoomBackAtom } from '../state/range-atoms.ts'
import { tableAtom, trianglesAtom } from '../state/view-atoms.ts'
import { RangeChip } from './range-chip.tsx'
import styles from './summary.module.css'

const height = 132

/** Anomaly degree of all series together, with every period as a numbered bar. */
export const Summary = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const range = useAtomValue(rangeAtom)
  const request = useMemo(() => {
    const first = metricsOf(detection)[0]
    return summaryRequest(first, first ? leadingSeries(first, null) : null)
  }, [detection])
  const query = useSeries(detection.id, request, range)
  const degree = useMemo(
    () => query.data && { times: query.data.times, values: query.data.degree, stepMs: query.data.bucketMs },
    [query.data],
  )
  const drawn = useDrawnPeriods(detection)
  const domain = useMemo(
    () => range ?? { from: detection.from, to: detection.to },
    [range, detection.from, detection.to],
  )
  const data = useMemo(
    () =>
      degree
        ? {
            lines: [degreeLine(degree, t('analysis.summary.title'))],
            highlights: drawn.highlights,
            domain,
          }
        : null,
    [degree, drawn, domain, t],
  )
  return (
    <section className={styles.summary} aria-label={t('analysis.summary.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('analysis.summary.title')}</h2>
        <RangeChip />
        <ExportMenu name={t('analysis.summary.title')} data={data} svg={svg} />
      </div>
      <Loaded
        query={{ ...query, data: degree }}
        skeleton={<BlockSkeleton height={height} />}
        title={t('analysis.summary.failed')}
      >
        {(shown) => (
          <Drawing
            detection={detection}
            degree={shown}
            drawn={drawn}
            domain={domain}
            isLoading={query.isFetching}
            svg={svg}
          />
        )}
      </Loaded>
    </section>
  )
}

const useDrawnPeriods = ({ periods }: Detection) =>
  useMemo(
    () => ({
      highlights: periods.map(({ id, start, end, val, isMissingValue, sentence, color }) => ({
        id,
        start,
        end,
        val,
        isMissingValue,
        sentence,
        ...(color !== undefined && { color }),
      })),
      annotations: periods.map(({ id, number }) => ({ highlightId: id, number })),
    }),
    [periods],
  )

/** The degree as a line, for its table and exports. */
const degreeLine = ({ times, values }: DegreeSeries, label: string): ChartLine => ({
  id: 'degree',
  seriesId: 'degree',
  label,
  times,
  min: values,
  max: values,
})

interface DrawingProps {
  detection: Detection
  degree: { times: number[]; values: (number | null)[]; stepMs: number }
  drawn: ReturnType<typeof useDrawnPeriods>
  domain: { from: number; to: number }
  isLoading: boolean
  svg: RefObject<SVGSVGElement | null>
}

const Drawing = ({ detection, degree, drawn, domain, isLoading, svg }: DrawingProps) => {
  const { t } = useTranslation()
  const setup = useChartSetup()
  const isTable = useAtomValue(tableAtom)
  const [selection, setSelection] = useAtom(selectionAtom)
  const [periodId, setPeriodId] = useAtom(periodIdAtom)
  const hasTriangles = useAtomValue(trianglesAtom)
  const zoom = useSetAtom(zoomAtom)
  const zoomBack = useSetAtom(zoomBackAtom)
  const { from, to } = detection
  const full = useMemo(() => ({ from, to }), [from, to])
  const title = t('analysis.summary.title')
  if (isTable) {
    const lines = [degreeLine(degree, title)]
    return (
      <div className={styles.table}>
        <ChartTable
          {...setup}
          title={title}
          lines={lines}
          highlights={drawn.highlights}
          domain={domain}
          pageSize={10}
        />
      </div>
    )
  }
  return (
    <SummaryChart
      {...setup}
      {...drawn}
      title={t('analysis.summary.title')}
      degree={degree}
      domain={domain}
      fullDomain={full}
      height={height}
      latestDataTimestamp={detection.latestDataTimestamp}
      enableTriangleHighlight={hasTriangles}
      selectedHighlightId={periodId === '' ? null : periodId}
      selection={selection}
      onSelectionChange={setSelection}
      onZoom={(next, source) => zoom(full, next, source)}
      onZoomBack={zoomBack}
      onHighlightClick={(id) => setPeriodId(id)}
      isLoading={isLoading}
      svgRef={svg}
    />
  )
}
