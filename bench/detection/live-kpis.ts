import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotMeasure, type Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { watchOne } from './live-world/watch-one.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Days that are not counted: a detector has to see something first. */
const PROBATION_DAYS = 3
/** A label is as exact as the person was who gave it. */
const SLACK = 5 * MINUTE

type Kpi = { times: Float64Array; values: Float64Array; windows: readonly (readonly [from: number, to: number])[] }

/** Web KPIs with a value each minute (WSD; Zhang et al., ISSRE 2022), watched live: most labelled anomalies last for one to three values. */
export function run(): Measurement[] {
  const kpis = readKpis()
  return [1, 2, 5].flatMap((cvalue) => {
    const { recall, rate, note } = watchAll(kpis, cvalue)
    const at = `cvalue ${cvalue}`
    return cvalue === 5
      ? [
          forComparison(`${at}: labelled anomalies found`, recall, '', note),
          atMost(`${at}: findings outside of labels`, 0.02, rate, '/ series-day'),
        ]
      : [
          cvalue === 1
            ? atLeast(`${at}: labelled anomalies found`, 0.5, recall, '', note)
            : forComparison(`${at}: labelled anomalies found`, recall, '', note),
          atMost(`${at}: findings outside of labels`, 0.05, rate, '/ series-day'),
        ]
  })
}

function watchAll(kpis: readonly Kpi[], cvalue: number): { recall: number; rate: number; note: string } {
  let [labels, hits, outside, days] = [0, 0, 0, 0]
  for (const { times, values, windows } of kpis) {
    const known = times[0]! + PROBATION_DAYS * DAY
    const found = watchOne(times, values, { stepMs: MINUTE, pvalue: 0.99, cvalue }).filter(({ end }) => end >= known)
    const own = windows.filter(([, to]) => to >= known).map(([from, to]) => [from - SLACK, to + SLACK] as const)
    const isOf = (one: { start: number; end: number }, [from, to]: readonly [number, number]): boolean =>
      one.start <= to && one.end >= from
    labels += own.length
    hits += own.filter((window) => found.some((one) => isOf(one, window))).length
    outside += found.filter((one) => !own.some((window) => isOf(one, window))).length
    days += (times.at(-1)! - known) / DAY
  }
  return { recall: hits / labels, rate: outside / days, note: `${hits} of ${labels} in ${kpis.length} series` }
}

/** The series in the folder `wsd` of OMEN_BENCH_DATA. Throws CannotMeasure where it is missing. */
function readKpis(): Kpi[] {
  const folder = join(process.env.OMEN_BENCH_DATA ?? '', 'wsd')
  if (process.env.OMEN_BENCH_DATA === undefined || !existsSync(join(folder, 'windows.json')))
    throw new CannotMeasure('set OMEN_BENCH_DATA to the folder that holds wsd/, with its series and windows.json.')
  const windows = JSON.parse(readFileSync(join(folder, 'windows.json'), 'utf8')) as Record<string, [number, number][]>
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => {
      const rows = readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1)
      const cells = rows.map((row) => row.split(',').map(Number))
      const column = (place: number): Float64Array => Float64Array.from(cells, (row) => row[place]!)
      return { times: column(0), values: column(1), windows: windows[name] ?? [] }
    })
}
