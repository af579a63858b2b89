import { MODEL_OF_SOURCE } from '../../ports/point-store.ts'
import type { ObservedCalibration } from '../../schema/wire-types.ts'
import { localOffsetMs } from '../accounts/time-zone.ts'
import type { Context } from '../context.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_DAYS = 60

/** How often the model of a project flagged rows, by local day: of each the rows that it evaluated, of the last 60 days at most. */
export async function observeCalibration(
  { points }: Pick<Context, 'points'>,
  sourceId: string,
  { pvalue, timeZone }: { pvalue: number; timeZone: string },
  span: { from: number; to: number },
): Promise<ObservedCalibration[]> {
  const { to } = span
  const from = Math.floor(Math.max(span.from, to - MAX_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS
  const nominal = 1 - pvalue
  const request = {
    series: MODEL_OF_SOURCE,
    from,
    to: Math.max(to, from + 1),
    bucketMs: HOUR_MS,
    degree: -Math.log10(nominal),
  }
  const { bucket, rows, reached } = await points.countLiveScores(sourceId, request)
  const days = new Map<number, { rows: number; reached: number }>()
  for (const [index, at] of bucket.entries()) {
    const time = from + at * HOUR_MS
    const local = time + localOffsetMs(timeZone, time)
    const day = Math.floor(local / DAY_MS) * DAY_MS
    const known = days.get(day) ?? { rows: 0, reached: 0 }
    days.set(day, { rows: known.rows + rows[index]!, reached: known.reached + reached[index]! })
  }
  return [...days].map(([day, counted]) => ({
    day: day - localOffsetMs(timeZone, day - localOffsetMs(timeZone, day)),
    nominal,
    observed: counted.reached / counted.rows,
    samples: counted.rows,
  }))
}
