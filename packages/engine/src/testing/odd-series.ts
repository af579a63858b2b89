import { createRandom, normal, type Random } from '../stats/random.ts'

/** A series that is unusual in itself, with one exception of eight rows, a thousand rows before its end. */
export type OddSeries = {
  what: string
  times: Float64Array
  values: Float64Array
  /** First row of the exception. */
  exception: number
  /** The rows before this one are trained on. */
  trainedRows: number
  /** Rows at which the series changes for good, which may be reported. */
  changes: number[]
  /** Rows that are missing for so long that it is a finding. */
  gaps: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 5 * MINUTE
const WEEK_ROWS = 7 * 288
const START = Date.UTC(2026, 0, 5)
/** Rows of the exception. */
export const EXCEPTION_ROWS = 8
const ROWS_AFTER = 1_000

/** Series as they occur in systems that nobody looks after. */
export const oddSeries: readonly OddSeries[] = [
  evenly('one value', 9, () => 7),
  evenly('two levels', 24, (_, random) => (random() < 0.5 ? 3 : 8)),
  evenly('levels that alternate for hours', 24, (row) => (Math.floor(row / 50) % 2 === 0 ? 3 : 8)),
  evenly('integers from 0 to 3', 40, (_, random) => Math.floor(4 * random())),
  evenly('1e-12 and 1e12 mixed', 5e12, (_, random) => (random() < 0.5 ? 1e-12 : 1e12)),
  { ...evenly('a week of zeros before a daily wave', 130, zerosThenWave), changes: [WEEK_ROWS] },
  afterChange('an interval that changes from a minute to an hour', MINUTE, HOUR, 0),
  { ...afterChange('a gap of a year', STEP, STEP, 365 * DAY), changes: [], gaps: 1 },
  abolishedDaylightSaving(),
]

function evenly(what: string, exceptional: number, value: (row: number, random: Random) => number): OddSeries {
  const random = createRandom(5)
  const values = Float64Array.from({ length: 4 * WEEK_ROWS }, (_, row) => value(row, random))
  const times = values.map((_, row) => START + row * STEP)
  return { ...withException(times, values, exceptional), what }
}

function zerosThenWave(row: number, random: Random): number {
  return row < WEEK_ROWS ? 0 : wave(row * STEP, random)
}

/** Ten days of a daily wave, and a thousand rows after a pause at another interval, before the exception. */
function afterChange(what: string, before: number, after: number, pause: number): OddSeries {
  const random = createRandom(6)
  const change = (10 * DAY) / before
  const rows = change + 2 * ROWS_AFTER
  const at = (row: number): number => (row < change ? row * before : 10 * DAY + pause + (row - change) * after)
  const times = Float64Array.from({ length: rows }, (_, row) => START + at(row))
  const whole = withException(
    times,
    times.map((time) => wave(time, random)),
    160,
  )
  return { ...whole, what, changes: [change], trainedRows: change - 200 }
}

/** Business hours in Brazil, whose clocks changed for the last time in February 2019. */
function abolishedDaylightSaving(): OddSeries {
  const random = createRandom(8)
  const clock = new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', hour: 'numeric', hourCycle: 'h23' })
  const from = Date.UTC(2018, 9, 15)
  const times = Float64Array.from({ length: 2 * 24 * 420 }, (_, row) => from + row * 30 * MINUTE)
  const values = times.map((time) => {
    const hour = Number(clock.format(time))
    return (hour >= 8 && hour < 20 ? 80 : 20) + 2 * normal(random)
  })
  const changes = [Date.UTC(2018, 10, 4), Date.UTC(2019, 1, 17)].map((day) => times.findIndex((time) => time >= day))
  const trainedRows = times.findIndex((time) => time >= Date.UTC(2019, 9, 1))
  return { ...withException(times, values, 160), what: 'a zone that gave up daylight saving', changes, trainedRows }
}

function withException(times: Float64Array, values: Float64Array, exceptional: number): Omit<OddSeries, 'what'> {
  const exception = values.length - ROWS_AFTER
  values.fill(exceptional, exception, exception + EXCEPTION_ROWS)
  return { times, values, exception, trainedRows: exception - 900, changes: [], gaps: 0 }
}

function wave(time: number, random: Random): number {
  return 50 + 20 * Math.sin((2 * Math.PI * time) / DAY) + 2 * normal(random)
}
