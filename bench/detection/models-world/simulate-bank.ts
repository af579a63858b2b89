import { buildFrame, type Frame, parseSeriesName } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { student } from '../noise.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Instances of each service; an instance has three series. Each service is a group, so that models by group and by service are the same. */
const SERVICES = { gateway: 4, ledger: 3, statements: 3 } as const
type Service = keyof typeof SERVICES
const METRICS = ['transactions', 'busy', 'latency_ms'] as const
/** How much of the payments a service has to do with. */
const SHARES: Readonly<Record<Service, number>> = { gateway: 1, ledger: 0.7, statements: 0.15 }

/**
 * The metrics of a bank in which nothing goes wrong: 30 series that follow working days with a dip at noon and quieter weekends, swings of the whole
 * load over some hours, a share of each instance that wanders, and statements that are written every night, more or fewer of them.
 */
export function simulateBank(seed: number, stepMs: number, rows: number): Frame {
  const random = createRandom(seed)
  const from = Date.UTC(2025, 8, 1 + (seed % 7))
  const times = Float64Array.from({ length: rows }, (_, row) => from + row * stepMs)
  const mood = wandering(random, 2 * HOUR, stepMs)
  const load = times.map((time) => expectedPayments(time) * Math.exp(0.08 * mood()))
  const nightly = nightlyStatements(times, random)
  const instances = Object.entries(SERVICES).flatMap(([service, count]) =>
    Array.from({ length: count }, (_, k) => ({ service: service as Service, name: `${service}-${k + 1}` })),
  )
  const columns = instances.flatMap(({ service }) => {
    const share = (SHARES[service] * (0.9 + 0.2 * random())) / SERVICES[service]
    return instanceMetrics(
      load.map((one, row) => share * one + (service === 'statements' ? nightly[row]! : 0)),
      { stepMs, random },
    )
  })
  const names = instances.flatMap(({ service, name }) =>
    METRICS.map((metric) => `${metric}[${name}][${service}]:${1 + Object.keys(SERVICES).indexOf(service)}`),
  )
  return buildFrame(names.map(parseSeriesName), times, columns)
}

/** Payments a second by time of day and day of the week. */
function expectedPayments(time: number): number {
  const hour = (time % DAY) / HOUR
  const weekday = new Date(time).getUTCDay()
  const bump = (at: number, width: number): number => Math.exp(-(((hour - at) / width) ** 2))
  const working = 60 + 500 * bump(10.5, 2.5) + 420 * bump(15.5, 2.8) + 150 * bump(20, 2)
  const resting = 60 + 220 * bump(12, 4) + 120 * bump(19, 3)
  return weekday === 0 ? 0.8 * resting : weekday === 6 ? resting : working
}

/** Half an hour or more from two o'clock on, as much as there is to write. */
function nightlyStatements(times: Float64Array, random: Random): Float64Array {
  let [day, work, hours] = [-1, 0, 0]
  return times.map((time) => {
    const today = Math.floor(time / DAY)
    if (today !== day) [day, work, hours] = [today, 60 + 20 * random(), 0.5 + 0.4 * random()]
    const since = (time % DAY) / HOUR - 2
    return since >= 0 && since < hours ? work : 0
  })
}

/** What an instance does, how busy it is with that, and how long it takes. */
function instanceMetrics(work: Float64Array, { stepMs, random }: { stepMs: number; random: Random }): Float64Array[] {
  const balance = wandering(random, HOUR, stepMs)
  const cache = wandering(random, 6 * HOUR, stepMs)
  const columns = METRICS.map(() => new Float64Array(work.length))
  for (const [row, one] of work.entries()) {
    const done = Math.max(0, one * Math.exp(0.04 * balance()) + 0.6 * Math.sqrt(one) * normal(random))
    const busy = 6 + 88 * (1 - Math.exp(-done / 180)) + 0.8 * normal(random)
    columns[0]![row] = Math.round(10 * done) / 10
    columns[1]![row] = Math.min(100, Math.max(0, busy))
    columns[2]![row] = (14 / (1.15 - columns[1]![row]! / 100)) * Math.exp(0.05 * cache() + 0.05 * student(random, 6))
  }
  return columns
}

/** A value of deviation 1 that forgets over some time. */
function wandering(random: Random, memoryMs: number, stepMs: number): () => number {
  const memory = Math.exp(-stepMs / memoryMs)
  let x = normal(random)
  return () => {
    x = memory * x + Math.sqrt(1 - memory ** 2) * normal(random)
    return x
  }
}
