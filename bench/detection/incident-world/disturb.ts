import type { Random } from '../../../packages/engine/src/stats/random.ts'
import type { Fault } from './fault.ts'

/**
 * Disturbances unrelated to the fault: gaps, a target that stops reporting for a while, batch jobs in services that have nothing
 * to do with the fault, and numbers rounded as exporters round them. A batch job may begin before, with or after the fault.
 */
export function disturb(
  columns: readonly Float64Array[],
  times: Float64Array,
  fault: Fault,
  perService: number,
  random: Random,
): Float64Array[] {
  const out = columns.map((column) => column.slice())
  const services = columns.length / perService
  const jobs = Math.floor(random() * 3)
  for (let job = 0; job < jobs; job++) {
    const service = Math.floor(random() * services)
    if (service === fault.service) continue
    const from = fault.at + (random() * 20 - 12) * 60_000
    const until = from + (1 + 4 * random()) * 60_000
    const height = 0.5 + 3 * random()
    const touched = random() < 0.5 ? [2] : [0, 2]
    for (const metric of touched)
      raise(out[service * perService + metric]!, times, from, until, metric === 0 ? 0.3 * height : height)
  }
  if (random() < 0.15) {
    const from = fault.at - 30 * 60_000 * random()
    const service = Math.floor(random() * services)
    for (let m = 0; m < perService; m++) blank(out[service * perService + m]!, times, from, from + 120_000)
  }
  for (const column of out) for (let row = 0; row < column.length; row++) if (random() < 0.005) column[row] = Number.NaN
  return out.map((column) => column.map((value) => Number(value.toPrecision(4))))
}

function raise(column: Float64Array, times: Float64Array, from: number, until: number, by: number): void {
  for (let row = 0; row < column.length; row++) if (times[row]! >= from && times[row]! < until) column[row]! *= 1 + by
}

function blank(column: Float64Array, times: Float64Array, from: number, until: number): void {
  for (let row = 0; row < column.length; row++) if (times[row]! >= from && times[row]! < until) column[row] = Number.NaN
}
