import type { Detection, Incident, Period, SeriesStatistics } from '@omen/sdk'
import { ALICE } from './wire-samples.ts'

const MINUTE = 60_000
const FROM = Date.UTC(2026, 9, 19)

const statistics = (metric: string, instance: string): SeriesStatistics => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  unit: '%',
  present: 1,
  flagged: 0,
  min: 0,
  max: 100,
  mean: 20,
  deviation: 5,
})

/** A detection with findings one after the other, each an incident of its own on the next series. */
export const detectionWith = ({
  metrics = ['cpu', 'mem'],
  instances = ['node1', 'node2'],
  findings = 3,
  rows = 10_000,
}: {
  metrics?: string[]
  instances?: string[]
  findings?: number
  rows?: number
}): Detection => {
  const series = metrics.flatMap((metric) => instances.map((instance) => statistics(metric, instance)))
  const to = FROM + (rows - 1) * MINUTE
  const step = Math.max(1, Math.floor(rows / Math.max(1, findings))) * MINUTE
  const places = Array.from({ length: findings }, (_, index) => ({
    one: series[index % series.length]!,
    start: FROM + index * step,
    end: FROM + index * step + 4 * MINUTE,
    val: 10 - (9 * index) / Math.max(1, findings),
    id: `anomaly-${(FROM + index * step).toString(36)}-${(FROM + index * step + 4 * MINUTE).toString(36)}`,
  }))
  const periods = places.map(
    ({ one, start, end, val, id }, index): Period => ({
      id,
      number: index + 1,
      start,
      end,
      rows: 5,
      val,
      probability: 1e-9,
      isMissingValue: false,
      kind: 'anomaly',
      state: 'over',
      sentence: `${one.metric} on ${one.instance} reached 98 %, usually 20, for 5 min`,
      series: [
        {
          seriesId: one.seriesId,
          share: 1,
          side: 1,
          probability: 1e-9,
          peak: 98,
          usual: 20,
          spread: 2,
          firstAt: start,
        },
      ],
    }),
  )
  const incidents = places.map(
    ({ one, start, end, val, id }, index): Incident => ({
      id,
      number: index + 1,
      start,
      end,
      val,
      kind: 'anomaly',
      state: 'over',
      title: `${one.metric} on ${one.instance}`,
      brief: 'reached 98 %, usually 20; the only metric that moved there',
      sentence: periods[index]!.sentence,
      leadSeriesId: one.seriesId,
      instances: [one.instance],
      periodIds: [id],
      gapNumbers: [],
    }),
  )
  return {
    id: 'd1',
    kind: 'detection',
    uploadFileName: 'day.csv',
    createdAt: FROM,
    from: FROM,
    to,
    intervalMs: MINUTE,
    rows,
    seriesCount: series.length,
    latestDataTimestamp: to,
    periodCount: findings,
    trust: 'high',
    flaggedShare: 0.1,
    pvalue: 0.99,
    cvalue: 5,
    stored: { pvalue: 0.99, cvalue: 5 },
    mine: true,
    modelType: 'Holistic',
    incidents,
    periods,
    gaps: [],
    series,
    notes: [],
  }
}

/** The answers that the view asks for: the same values for every series and time. */
export const analysisAnswers = (detection: Detection) => {
  const times = Array.from(
    { length: 50 },
    (_, index) => detection.from + (index * (detection.to - detection.from)) / 50,
  )
  const values = times.map((_, index) => 20 + (index % 7))
  const series = detection.series.map(({ seriesId }) => ({
    seriesId,
    min: values,
    max: values,
    count: values.map(() => 1),
    flagged: [],
    low: values.map((value) => value - 5),
    high: values.map((value) => value + 5),
  }))
  const { from: start, to } = detection
  return {
    'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
    'GET /detections/d1': { body: { success: true, detection } },
    'GET /detections/d1/series': {
      body: {
        success: true,
        from: start,
        to,
        bucketMs: Math.max(1, (to - start) / 50),
        times: times.map(Math.round),
        degree: times.map(() => 0.1),
        series,
      },
    },
  }
}
