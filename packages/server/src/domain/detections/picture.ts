import { drawnSeries, metricFindings, namedWeights, toChartLines, toHighlight } from '@omen/charts/findings'
import type { DrawTask } from '../../ports/compute.ts'
import type { Detection } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import type { Reduced } from './series-window.ts'

export interface PictureRequest {
  /** Without it the anomaly degree. */
  readonly metric?: string | undefined
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  readonly locale: Locale
}

type Facts = Pick<Detection, 'series' | 'periods' | 'gaps' | 'latestDataTimestamp'>

/** The series of a metric that a chart shows, chosen as on the page; empty if there is no such metric. */
export function seriesDrawn(detection: Facts, metric: string): string[] {
  return drawnSeries(metricOf(detection, metric).series, namedWeights(detection.periods), null)
}

/** The chart data of a detection, selected by the same functions as on the page. */
export function toPicture(detection: Facts, data: Reduced, request: PictureRequest): DrawTask {
  const { metric, locale, theme } = request
  const props = {
    width: request.width,
    height: request.height,
    domain: { from: data.from, to: data.to },
    latestDataTimestamp: detection.latestDataTimestamp,
  }
  const picture: DrawTask['picture'] =
    metric === undefined
      ? { kind: 'degree', props: { ...props, ...degreeOf(detection, data, locale) } }
      : { kind: 'metric', props: { ...props, ...chartOf(detection, data, metric) } }
  return { locale, theme, picture }
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

function degreeOf(detection: Facts, data: Reduced, locale: Locale) {
  return {
    title: locale === 'zh-CN' ? '异常程度' : 'Anomaly degree',
    degree: {
      times: data.times,
      values: data.degree.map((value) => (value === null ? null : Math.abs(value))),
      stepMs: data.bucketMs,
    },
    highlights: detection.periods.map(({ id, start, end, val, isMissingValue, sentence }) => ({
      id,
      start,
      end,
      val,
      isMissingValue,
      sentence,
    })),
    gaps: detection.gaps.map(spanOf),
  }
}

function metricOf(detection: Facts, name: string) {
  const series = detection.series.filter((one) => one.metric === name)
  return metricFindings(name, series, detection.periods)
}

function spanOf({ start, end }: { start: number; end: number }) {
  return { start, end }
}
