import { emptyWatch, watchSeries } from '../../../packages/engine/src/live/watch-series.ts'
import { createRandom, type Random } from '../../../packages/engine/src/stats/random.ts'
import { openSeries } from '../../../packages/engine/src/testing/open-series.ts'
import { type ChoosingWorld, choosingWorlds, openChoosingSeries } from './choosing-series.ts'

const ROWS = 4000
const BURSTS_FROM = 1000
const BURSTS = 2
const FAULT_FROM = 3300
/** Of the faults, in spreads, and how many rows they last. */
const SIZES = [5, 7, 10]
const LENGTHS = [50, 180]
/** What is promised: false periods in as many rows as a day of five minutes has. */
const MAX_PER_DAY = 0.01
const DAY_ROWS = 288
/** The product's defaults. */
const Q = 0.01
const CVALUE = 5
/** A burst, or a fault, may still be reported for so many rows. */
const AFTER = 40

/** What live detection finds in series that had bursts before. */
export type LiveFigures = {
  /** The share of the faults half of whose rows are flagged as they come. */
  readonly found: number
  /** False periods, those after the fault too, beyond what is promised of the rows before it, as a logarithm; 0 within the promise. */
  readonly beyondPromise: number
}

type Event = { readonly from: number; readonly rows: number; readonly size: number }

/** Each kind of series, the seeds of the first from `firstSeed` on, with two bursts before a fault of each size and length. */
export function findAfterBursts(start: number, firstSeed = 800_000): LiveFigures {
  const all = choosingWorlds.flatMap((world, w) =>
    SIZES.flatMap((size, s) =>
      LENGTHS.map((rows, l) =>
        watchOne(world, firstSeed + 100 * w + 10 * s + l, { from: FAULT_FROM, rows, size }, start),
      ),
    ),
  )
  const falsePeriods = all.reduce((sum, one) => sum + one.falsePeriods, 0)
  const days = (all.length * (FAULT_FROM - BURSTS_FROM)) / DAY_ROWS
  return {
    found: all.filter((one) => one.isFound).length / all.length,
    beyondPromise: Math.log(Math.max(1, falsePeriods / (MAX_PER_DAY * days))),
  }
}

function watchOne(
  world: ChoosingWorld,
  seed: number,
  fault: Event,
  start: number,
): { isFound: boolean; falsePeriods: number } {
  const random = createRandom(seed)
  const events = [...drawBursts(random), fault]
  const { curve, noise } = openChoosingSeries(world, seed, 0, ROWS)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  const options = { stepMs: world.stepMs, q: Q, cvalue: CVALUE }
  let [flagged, run, falsePeriods] = [0, 0, 0]
  for (let row = 0; row < ROWS; row++) {
    const event = events.find(({ from, rows }) => row >= from && row < from + rows)
    const value = curve(row) + noise[row]! + (event?.size ?? 0)
    const place = { row, time: start + row * world.stepMs, steps: 1 }
    const found = watchSeries(watch, () => detector, value, place, options)
    const isFlagged = found !== undefined && found.sample.probability < Q
    if (isFlagged && event === fault) flagged++
    const isQuiet = row >= BURSTS_FROM && !events.some(({ from, rows }) => row >= from && row < from + rows + AFTER)
    run = isFlagged && isQuiet ? run + 1 : 0
    if (run === CVALUE) falsePeriods++
  }
  return { isFound: flagged >= fault.rows / 2, falsePeriods }
}

/** Bursts of 5 to 8 spreads that last 5 to 20 rows. */
function drawBursts(random: Random): Event[] {
  const room = (FAULT_FROM - BURSTS_FROM) / BURSTS
  return Array.from({ length: BURSTS }, (_, k) => ({
    from: BURSTS_FROM + Math.floor((k + 0.7 * random()) * room),
    rows: 5 + Math.floor(16 * random()),
    size: 5 + 3 * random(),
  }))
}
