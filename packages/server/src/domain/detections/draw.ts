import type { SeriesKey } from '@omen/engine'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { Detection } from '../wire-types.ts'
import { type DetectionRow, findReadableDetection } from './detection-row.ts'
import { getDetection } from './get.ts'
import { readSeries } from './read-series.ts'
import type { Reduced } from './series-window.ts'

export interface DrawRequest {
  /** Without it the anomaly degree. */
  readonly metric?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  readonly locale: Locale
}

/** The chart of one metric, or of the anomaly degree, drawn by the same code as the page draws it. */
export async function drawDetection(ctx: Context, caller: Caller, id: string, request: DrawRequest): Promise<string> {
  const row = await findReadableDetection(ctx, caller, id)
  const detection = await getDetection(ctx, caller, id, { locale: request.locale })
  const series = request.metric === undefined ? [] : seriesOf(row, request.metric)
  const seriesIds = (series.length > 0 ? series : row.series.slice(0, 1)).map((key) => key.id)
  const buckets = Math.min(2000, Math.ceil(request.width / 2))
  const data = await readSeries(ctx, row, { seriesIds, from: request.from, to: request.to, buckets })
  return render(detection, data, series, request)
}

function seriesOf(row: DetectionRow, metric: string): SeriesKey[] {
  const found = row.series.filter((key) => key.metric === metric)
  if (found.length === 0) throw invalidField('metric', 'is not a metric of this detection')
  return found.slice(0, 200)
}

async function render(
  detection: Detection,
  data: Reduced,
  series: readonly SeriesKey[],
  request: DrawRequest,
): Promise<string> {
  // React and Nivo are only loaded where a chart is drawn.
  const charts = await import('@omen/charts/static')
  const isChinese = request.locale === 'zh-CN'
  const props = {
    title: request.metric ?? (isChinese ? '异常程度' : 'Anomaly degree'),
    width: request.width,
    height: request.height,
    highlights: detection.periods.map(({ id, start, end, val, isMissingValue, sentence }) => ({
      id,
      start,
      end,
      val,
      isMissingValue,
      sentence,
    })),
    gaps: detection.gaps.map(({ start, end }) => ({ start, end })),
    domain: { from: data.from, to: data.to },
    latestDataTimestamp: detection.latestDataTimestamp,
    locale: request.locale,
    labels: isChinese ? charts.chineseLabels : charts.englishLabels,
    tokens: request.theme === 'dark' ? charts.darkTokens : charts.lightTokens,
  }
  if (request.metric === undefined) {
    const values = data.degree.map((value) => (value === null ? null : Math.abs(value)))
    return charts.renderSummarySvg({ ...props, degree: { times: data.times, values, stepMs: data.bucketMs } })
  }
  return charts.renderChartSvg({ ...props, lines: series.map((key, index) => lineOf(key, data, index)) })
}

function lineOf(key: SeriesKey, data: Reduced, index: number) {
  const { min, max, count, flagged, low, high, score } = data.series[index]!
  return {
    id: key.id,
    seriesId: key.id,
    label: key.instance === '' ? key.metric : key.instance,
    times: data.times,
    min,
    max,
    count,
    flagged: flagged.map((point) => ({
      t: point.time,
      v: point.value,
      ...(point.val !== undefined && { score: Math.abs(point.val) }),
    })),
    stepMs: data.bucketMs,
    ...(low && high && { expected: { low, high } }),
    ...(score && { score }),
  }
}
