import { type Fault, type Harm, harmAt, isCollectorSilent, noHarm } from './faults.ts'
import { createNode } from './node.ts'
import { createDrift, createRandom } from './random.ts'
import { expectedLoad } from './rhythm.ts'
import { METRICS, ROLE_ORDER, type Role, roleOf, seriesName } from './roles.ts'
import { HOUR, MINUTE } from './time.ts'

export type ShopOptions = {
  seed: number
  /** First sample, epoch ms. */
  from: number
  stepMs: number
  faults: readonly Fault[]
  /** Five by default; more nodes are further shops of the same five roles under the same visitors. */
  nodes?: number
  /** Names carry the service: `cpu[node1][web]:1`. */
  withServices?: boolean
}

/** What the shop as a whole did in a sample; the log is written from it. */
export type Moment = { time: number; load: number; down: readonly boolean[] }

export type Shop = {
  names: string[]
  /** Computes the next sample into `row`, one value a name; NaN where the collector handed over nothing. */
  next(row: Float64Array): Moment
}

/** A shop that is computed sample by sample: nothing is kept, so a run may be as long as one likes. */
export function createShop(options: ShopOptions): Shop {
  const { seed, stepMs, faults } = options
  const nodes = Array.from({ length: options.nodes ?? ROLE_ORDER.length }, (_, node) => createNode(node, seed, stepMs))
  const visitors = createVisitors(seed, stepMs)
  let time = options.from

  return {
    names: nodes.flatMap((_, node) => METRICS.map((metric) => seriesName(metric, node, options.withServices ?? false))),
    next(row) {
      const now = time
      time += stepMs
      const harm = nodes.map((_, node) => (faults.length === 0 ? noHarm() : harmAt(faults, node, now, stepMs)))
      const visit = visitors(now)
      const work = shareWork(visit, harm)
      nodes.forEach((step, node) => {
        step(row, node * METRICS.length, now, work[node]!, harm[node]!)
      })
      if (isCollectorSilent(faults, now)) row.fill(Number.NaN)
      return { time: now, load: visit.load, down: harm.map((h) => h.down) }
    },
  }
}

type Visit = { load: number; buying: number; searching: number; balance: number }

/** Visitors follow the rhythm of day and week, wander around it, and come in bursts after a campaign. */
function createVisitors(seed: number, stepMs: number): (time: number) => Visit {
  const random = createRandom(seed, 1)
  const mood = createDrift(random, 0.06, 90 * MINUTE, stepMs)
  const conversion = createDrift(random, 0.08, 3 * HOUR, stepMs)
  const curiosity = createDrift(random, 0.05, 2 * HOUR, stepMs)
  const balance = createDrift(random, 0.012, 40 * MINUTE, stepMs)
  const fade = Math.exp(-stepMs / (25 * MINUTE))
  let burst = 0
  return (time) => {
    burst *= fade
    if (random.uniform() < stepMs / (30 * HOUR)) burst += Math.min(0.5, 0.1 * (1 - random.uniform()) ** -0.4)
    const load = expectedLoad(time) * Math.exp(mood()) * (1 + burst)
    return {
      load,
      buying: load * Math.exp(conversion()),
      searching: load * Math.exp(curiosity()),
      balance: balance(),
    }
  }
}

/** The balancer splits visitors over the web nodes that answer; who finds nothing, buys less; the database serves both. */
function shareWork(visit: Visit, harm: readonly Harm[]): number[] {
  const roles = harm.map((_, node) => roleOf(node))
  const up = (role: Role) => roles.filter((other, node) => other === role && !harm[node]!.down).length
  const cells = Math.ceil(harm.length / ROLE_ORDER.length)
  const buying = visit.buying * (up('search') === 0 ? 0.55 : 1) * (up('db') === 0 ? 0 : 1)
  const searching = visit.searching * (up('search') / Math.max(1, roles.filter((role) => role === 'search').length))
  return roles.map((role, node) => {
    if (harm[node]!.down) return 0
    if (role === 'web') return ((visit.load * cells) / up('web')) * (1 + (node % 2 === 0 ? 1 : -1) * visit.balance)
    if (role === 'orders') return (buying * cells) / up('orders')
    if (role === 'search') return (searching * cells) / up('search')
    return 0.6 * buying + 0.4 * searching
  })
}
