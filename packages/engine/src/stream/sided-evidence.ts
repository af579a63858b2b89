import type { Arena } from '../stats/arena.ts'
import { createBitReader } from '../stats/bit-reader.ts'
import type { Packable } from '../stats/packable.ts'
import { createBlockMaxima } from './block-maxima.ts'
import { SEASON_SPAN, type StreamChannel } from './channels.ts'
import type { DayKinds } from './day-kinds.ts'
import { createIncidentMemory } from './incident-memory.ts'
import { BURST, CHANNELS_PER_SIDE, createResidualStatistics, RESIDUAL_CHANNELS } from './residual-statistics.ts'
import type { SeasonStore } from './season-store.ts'
import { createSeasonalExpectation } from './seasonal-expectation.ts'

/** What channels of which one suffices say of a point; 1 is an alarm. */
export type SidedEvidence = {
  /** The largest level of any channel, at least 0. */
  level: number
  /** The same less what belongs to an incident that was reported. */
  unreported: number
  /** 1 above what is expected, -1 below, 0 where it is the shape. */
  side: 1 | 0 | -1
  reason: StreamChannel
}

/** A point as a series' frame shows it: when it was by UTC and by the clock, its own range, its usual step in time, the days seen, and the last four less the level before them. */
export type SidedPoint = {
  time: number
  local: number
  x: number
  range: number
  stepMs: number
  days: number
  step: number
}

/**
 * Channels of one side each on the residual of the seasonal median, at several scales, and of shape; each is calibrated by its own block maxima,
 * so that its alarm is a rare event for itself and none has to wait for another.
 */
export type SidedChannels = Packable & {
  measure(point: SidedPoint): SidedEvidence
  /** Takes note of an alarm that was given otherwise, above or below what is expected. */
  note(side: 1 | -1, time: number): void
  /** Points before the last one that had its value. */
  readonly run: number
  /** Follows seasons that were put to other times, by so many hours as of now. */
  followSeasons(hours: number): void
}

/**
 * Days before which nothing is said. Fitted on simulated series, part of NAB and part of the NASA telemetry: without it
 * weekdays raise 0.3 alarms a day.
 */
const FEWEST_DAYS = 7
/** Levels by the clock are means of the last values, so the middle of one lies some steps back. */
export const STEPS_TO_MIDDLE: number = (SEASON_SPAN - 1) / 2
const SHAPE = 2 * CHANNELS_PER_SIDE
const DIRECTIONS: readonly { from: number; to: number; side: 1 | 0 | -1 }[] = [
  { from: 0, to: CHANNELS_PER_SIDE, side: 1 },
  { from: CHANNELS_PER_SIDE, to: SHAPE, side: -1 },
  { from: SHAPE, to: RESIDUAL_CHANNELS.length, side: 0 },
]
const SIDE_REASONS: readonly StreamChannel[] = ['season', 'season', 'season', 'level', 'level']
const REASONS: readonly StreamChannel[] = [...SIDE_REASONS, ...SIDE_REASONS, 'shape', 'flatness', 'flatness']

const nothing = createBitReader()

/** Channels whose state lies in `arena`; so many days are in `seasons`, and so many block maxima are kept of each channel. */
export function createSidedChannels(
  arena: Arena,
  seasons: SeasonStore,
  { days, blocks, kinds }: { days: number; blocks: number; kinds: DayKinds | undefined },
): SidedChannels {
  const expectation = createSeasonalExpectation(arena, seasons, { days, kinds })
  const statistics = createResidualStatistics(arena)
  const maxima = createBlockMaxima(arena, RESIDUAL_CHANNELS, blocks)
  const memory = createIncidentMemory(arena)
  const evidence: SidedEvidence = { level: 0, unreported: 0, side: 0, reason: 'season' }

  const evaluate = (measured: Float64Array, time: number): void => {
    DIRECTIONS.forEach(({ from, to, side }, direction) => {
      let max = 0
      let ofItsOwn = 0
      let channel = from
      for (let k = from; k < to; k++) {
        const level = maxima.level(k, measured[k]!)
        // What goes up or down varies as well
        if (k !== BURST || !(memory.isOpen(0) || memory.isOpen(1))) ofItsOwn = Math.max(ofItsOwn, level)
        if (!(level > max)) continue
        max = level
        channel = k
      }
      evidence.unreported = Math.max(evidence.unreported, memory.pass(direction, ofItsOwn, time))
      if (max <= evidence.level) return
      evidence.level = max
      evidence.side = side
      evidence.reason = REASONS[channel]!
    })
  }
  return {
    measure({ time, local, x, range, stepMs, days: seen, step }) {
      evidence.level = evidence.unreported = 0
      const expected = expectation.expect(local + STEPS_TO_MIDDLE * stepMs)
      const measured = statistics.measure({ time: local, x, expected, range, step })
      expectation.learn(x)
      if (measured === undefined) return evidence
      if (seen >= FEWEST_DAYS && maxima.isReady) evaluate(measured, time)
      maxima.add(measured, stepMs)
      return evidence
    },
    get run() {
      return statistics.run
    },
    note: (side, time) => memory.note(side > 0 ? 0 : 1, time),
    followSeasons(hours) {
      expectation.reread()
      statistics.turnHours(hours)
    },
    pack(out) {
      // A state from before there was this reads as false
      out.flag(true)
      expectation.pack(out)
      statistics.pack(out)
      maxima.pack(out)
      memory.pack(out)
    },
    unpack(from) {
      const parts = [expectation, statistics, maxima, memory]
      const source = from.flag() ? from : nothing
      for (const part of parts) part.unpack(source)
    },
  }
}
