import { createArena } from '../stats/arena.ts'
import { createDayKinds } from './day-kinds.ts'
import type { StreamPoint } from './series-detector.ts'
import { createStillValues } from './still-values.ts'
import { STORE_SIZES, type StreamSize } from './stream-size.ts'
import { createWorkingDetector, type WorkingDetector } from './working-detector.ts'

/** A value that stands still is worth this score, once, and this much for as long as it does: it is an alarm, and no strong one. */
const STILL_SCORE = 0.6
const STILL_VAL = 1

/** A detector of a series that is scored as it is, such as that of a file: it finds values that stand still as well. Throws RangeError for an unknown zone. */
export function createFileSeriesDetector(size: StreamSize, buffer: ArrayBuffer, timeZone = 'UTC'): WorkingDetector {
  const arena = createArena(buffer)
  const kinds = createDayKinds(STORE_SIZES[size].days)
  const detector = createWorkingDetector(size, arena, { timeZone, kinds })
  kinds.placeIn(arena)
  const still = createStillValues(arena)
  const { push } = detector
  return Object.assign(detector, {
    push(time: number, value: number): StreamPoint {
      const point = push(time, value)
      if (!Number.isFinite(value)) return point
      const { run, days, stepMs } = detector
      const found = still.measure({ value, run, days, stepMs })
      if (found === undefined) return point
      const val = Math.abs(point.val) > STILL_VAL ? point.val : STILL_VAL
      const score = found === 'begins' ? Math.max(STILL_SCORE, point.score) : point.score
      return { ...point, score, val, reason: Math.abs(point.val) > STILL_VAL ? point.reason : 'flatness' }
    },
  })
}
