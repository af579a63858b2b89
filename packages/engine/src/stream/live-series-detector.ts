import { localClock } from '../series/local-clock.ts'
import { createArena } from '../stats/arena.ts'
import { createDayKinds } from './day-kinds.ts'
import { createHabits, type Habits } from './habits.ts'
import { createPointGrid } from './point-grid.ts'
import type { SeriesDetector, StreamTrust } from './series-detector.ts'
import { STORE_SIZES, type StreamSize } from './stream-size.ts'
import { createWorkingDetector, trustIn, type WorkingDetector } from './working-detector.ts'

/** A detector of a series of a project: its points are brought to a step of five minutes at least, and its habits are kept beside. */
export type LiveSeriesDetector = SeriesDetector & {
  readonly habits: Habits
  /** Whether the last points of five minutes were all an alarm, on one side. */
  isAlarmLasting(): boolean
}

/** Points in between are scored by what holds for all of the last. */
export function createLiveSeriesDetector(
  size: StreamSize,
  buffer: ArrayBuffer,
  timeZone = 'UTC',
): LiveSeriesDetector & WorkingDetector {
  const arena = createArena(buffer)
  const kinds = createDayKinds(STORE_SIZES[size].days)
  const detector = createWorkingDetector(size, arena, { timeZone, kinds })
  const grid = createPointGrid(arena)
  const habits = createHabits(arena, localClock(timeZone))
  kinds.placeIn(arena)
  // However many points there are, those of a day know no week
  const trust = (): StreamTrust => trustIn(grid.points, detector.days, Number.POSITIVE_INFINITY)
  return {
    ...detector,
    bytes: arena.used,
    get count() {
      return detector.count
    },
    get seasons() {
      return detector.seasons
    },
    get trust() {
      return trust()
    },
    get days() {
      return detector.days
    },
    get stepMs() {
      return detector.stepMs
    },
    get run() {
      return detector.run
    },
    habits,
    isAlarmLasting: () => grid.held().val !== 0,
    push(time, value) {
      if (!Number.isFinite(time) || !Number.isFinite(value)) return detector.push(time, value)
      const known = trust()
      const due = grid.add(time, value)
      if (due === undefined) return { score: 0, ...grid.held(), trust: known, reason: undefined }
      const point = detector.push(due.time, due.value)
      grid.note(point)
      return { ...point, trust: known }
    },
    convertSeasonsFrom(clock) {
      detector.convertSeasonsFrom(clock)
      habits.convertFrom(clock)
    },
    pack(out) {
      detector.pack(out)
      grid.pack(out)
      habits.pack(out)
      kinds.pack(out)
    },
    unpack(from) {
      detector.unpack(from)
      grid.unpack(from)
      habits.unpack(from)
      kinds.unpack(from)
    },
  }
}
