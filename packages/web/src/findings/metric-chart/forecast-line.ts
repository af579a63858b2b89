import type { ChartLine } from '@omen/charts'
import type { TFunction } from 'i18next'
import type { ForecastCurves } from '../analysis.ts'

/** The forecast of the line in focus, as a line that continues it; none where that one is not drawn. */
export const toForecastLines = (
  lines: readonly ChartLine[],
  focus: string | null,
  { times, mid, low, high }: ForecastCurves,
  t: TFunction,
): ChartLine[] => {
  const line = lines.find(({ seriesId }) => seriesId === focus)
  const [first, second = first] = times
  if (line === undefined || mid.length === 0 || first === undefined || second === undefined) return []
  const last = lastOf(line)
  const isNear = last !== null && last.time < first && first - last.time <= 2 * (second - first)
  const joined = (values: readonly number[]) => (isNear ? [last.value, ...values] : values)
  const middle = joined(mid)
  return [
    {
      ...{ id: `${line.id} forecast`, seriesId: line.seriesId, tone: 'forecast' },
      label: t('analysis.chart.forecastOf', { name: line.label }),
      times: [...(isNear ? [last.time] : []), ...times.slice(0, mid.length)],
      ...{ min: middle, max: middle, expected: { low: joined(low), high: joined(high) } },
    },
  ]
}

/** The last value of a line, where its forecast begins. */
const lastOf = ({ times, min, max }: ChartLine): { time: number; value: number } | null => {
  const at = times.length - 1
  const [time, low, high] = [times[at], min[at], max[at]]
  return time === undefined || low == null || high == null ? null : { time, value: (low + high) / 2 }
}
