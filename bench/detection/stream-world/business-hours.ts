import { normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { DAY_ROWS } from './rhythm.ts'

const HOUR_ROWS = 12
const OPENS = 8 * HOUR_ROWS
const CLOSES = 20 * HOUR_ROWS
const BUSY = 80
const IDLE = 20
const DEVIATION = 2

/** Something that is wrong from `from` rows into a day on; `change` gives the value in place of the usual one. */
export type BusinessCase = {
  what: string
  from: number
  change(usual: number, random: Random): number
}

/** What anybody who looks at the chart sees at once. */
export const businessCases: readonly BusinessCase[] = [
  { what: 'a day at the level of the night', from: OPENS, change: (_, random) => IDLE + DEVIATION * normal(random) },
  { what: 'ten deviations up for good', from: 10 * HOUR_ROWS, change: (usual) => usual + 10 * DEVIATION },
  { what: 'frozen at the level of the day', from: 12 * HOUR_ROWS, change: () => BUSY },
  { what: 'full load at 3 am', from: 3 * HOUR_ROWS, change: (_, random) => BUSY + DEVIATION * normal(random) },
]

/** 80 from 8 to 20 o'clock on open days, 20 otherwise, with a deviation of 2. */
export function businessHours(random: Random, isOpen: (day: number) => boolean): (row: number) => number {
  return (row) => {
    const ofDay = row % DAY_ROWS
    const isBusy = ofDay >= OPENS && ofDay < CLOSES && isOpen(Math.floor(row / DAY_ROWS))
    return (isBusy ? BUSY : IDLE) + DEVIATION * normal(random)
  }
}
