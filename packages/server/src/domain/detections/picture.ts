import {
  drawnSeries,
  laneKinds,
  metricFindings,
  namedWeights,
  toChartLines,
  toHighlight,
  toLanes,
} from '@omen/charts/findings'
import type { DrawTask } from '../../ports/compute.ts'
import type { Detection } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import type { Reduced } from './series-window.ts'

interface TimeRange {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface PictureRequest {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  readonly locale: Locale
}

type Facts = Pick<
  Detection,
  'series' | 'periods' | 'gaps' | 'incidents' | 'latestDataTimestamp' | 'from' | 'to' | 'intervalMs'
>

/** The series of a metric that a chart shows, chosen as on the page; empty if there is no such metric. */
export function seriesDrawn(detection: Facts, metric: string): string[] {
  return drawnSeries(metricOf(detection, metric).series, namedWeights(detection.periods), null)
}

/** The chart of a metric with its data, selected by the same functions as on the page. */
export function toPicture(detection: Facts, data: Reduced, metric: string, request: PictureRequest): DrawTask {
  const props = {
    width: request.width,
    height: request.height,
    domain: { from: data.from, to: data.to },
    latestDataTimestamp: detection.latestDataTimestamp,
    ...chartOf(detection, data, metric),
  }
  return { locale: request.locale, theme: request.theme, picture: { kind: 'metric', props } }
}

/** The findings in lanes, as on the page: by instance where there are several, else by metric. */
export function toLanesPicture(detection: Facts, request: PictureRequest & TimeRange): DrawTask {
  const { locale, theme, width, height } = request
  const [kind = 'metric'] = laneKinds(detection.series)
  const isChinese = locale === 'zh-CN'
  const props = {
    width,
    height,
    ...toLanes(detection, kind),
    title: isChinese ? '事件' : 'Incidents',
    overallLabel: isChinese ? '全部' : 'all',
    domain: { from: request.from ?? detection.from, to: request.to ?? detection.to },
    stepMs: detection.intervalMs ?? 0,
  }
  return { locale, theme, picture: { kind: 'lanes', props } }
}

function chartOf(detection: Facts, data: Reduced, name: string) {
  const metric = metricOf(detection, name)
  const ids = new Set(metric.series.map(({ seriesId }) => seriesId))
  const unit = metric.series.find((series) => series.unit !== undefined)?.unit
  return {
    title: name,
    lines: toChartLines(data, metric),
    highlights: metric.periods.map((period) => toHighlight(period, ids)),
    gaps: detection.gaps.filter(({ seriesIds }) => seriesIds.some((id) => ids.has(id))).map(spanOf),
    ...(unit !== undefined && { unit }),
  }
}

function metricOf(detection: Facts, name: string) {
  const series = detection.series.filter((one) => one.metric === name)
  return metricFindings(name, series, detection.periods)
}

function spanOf({ start, end }: { start: number; end: number }) {
  return { start, end }
}
