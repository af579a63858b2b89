import type { Frame, SeriesKey } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { jumpElsewhere, shrinkRoot, surgeAt } from './confound.ts'
import { disturb } from './disturb.ts'
import { type Confounder, drawFault, type Fault, type FaultKind, METRIC_OF } from './fault.ts'
import { type Call, drawServiceGraph, type ServiceGraph } from './service-graph.ts'

export type SimulatedIncident = {
  frame: Frame
  /** What is reported to the ranking: an onset that may be a minute early or late, and the end of the data. */
  reported: { start: number; end: number }
  /** The ground truth, withheld from the ranking. */
  fault: Fault
  causeId: string
  causeInstance: string
}

const METRICS = ['cpu', 'memory', 'disk_io', 'latency_ms', 'errors', 'requests'] as const

const START = Date.UTC(2026, 2, 2, 9)
const BEFORE_MS = 45 * 60_000
const AFTER_MS = 10 * 60_000
/** Where samples are far apart, as many rows as a ranking needs. */
const MIN_ROWS_BEFORE = 40
const MIN_ROWS_AFTER = 8
const SERVICES = 12
const REQUESTS_PER_SECOND = 20

/** How one service behaves: sizes and the relative noise of each of its metrics. */
type Service = {
  idle: number
  cost: number
  memory: number
  disk: number
  ownMs: number
  errorRate: number
  noise: number[]
}

/**
 * A system of 12 services with six metrics each, in which one fault spreads along the calls: a slow service makes its callers
 * slow, lost requests come back as errors and retries, work that waits takes memory, those behind it get less to do. Noise differs
 * from metric to metric, so that a symptom often moves by more of its own spreads than the cause. One seed, one incident.
 */
export function simulateIncident(
  kind: FaultKind,
  stepMs: number,
  seed: number,
  confounder?: Confounder,
): SimulatedIncident {
  const random = createRandom(seed)
  const graph = drawServiceGraph(SERVICES, random)
  const beforeMs = Math.max(BEFORE_MS, MIN_ROWS_BEFORE * stepMs)
  const rows = Math.round((beforeMs + Math.max(AFTER_MS, MIN_ROWS_AFTER * stepMs)) / stepMs)
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * stepMs)
  const at = START + beforeMs + Math.floor(random() * stepMs)
  const drawn = drawFault(kind, Math.floor(random() * SERVICES), at, random)
  const services = Array.from({ length: SERVICES }, () => drawService(random))
  const fault = confounder === 'small root' ? shrinkRoot(drawn, services[drawn.service]!, random) : drawn
  const surge = confounder === 'surge' ? 0.5 + 0.7 * random() : 0
  const columns = runSystem(graph, services, fault, times, stepMs, surge, random)
  if (confounder === 'earlier jump') jumpElsewhere(columns, times, fault, services, random)
  const series = services.flatMap((_, service) => METRICS.map((metric) => keyOf(metric, service)))
  const reported = { start: Math.round(at + (2 * random() - 1) * 60_000), end: times[rows - 1]! }
  const frame: Frame = { times, stepMs, series, columns: disturb(columns, times, fault, METRICS.length, random) }
  const cause = keyOf(METRIC_OF[kind], fault.service)
  return { frame, reported, fault, causeId: cause.id, causeInstance: cause.instance }
}

function keyOf(metric: string, service: number): SeriesKey {
  const instance = `service${service}`
  return { id: `${metric}[${instance}]`, metric, instance }
}

function drawService(random: Random): Service {
  const between = (low: number, high: number): number => low * (high / low) ** random()
  return {
    idle: between(3, 20),
    cost: between(5, 25),
    memory: between(200, 4_000),
    disk: between(1, 50),
    ownMs: between(3, 60),
    errorRate: random() < 0.4 ? 0 : between(1e-4, 1e-2),
    noise: [between(0.02, 0.15), between(0.003, 0.03), between(0.05, 0.4), between(0.03, 0.25), 1, between(0.01, 0.08)],
  }
}

/** Column `service * 6 + metric`, row by row: what a row feels of others lies at least one row back. */
function runSystem(
  graph: ServiceGraph,
  services: readonly Service[],
  fault: Fault,
  times: Float64Array,
  stepMs: number,
  surge: number,
  random: Random,
): Float64Array[] {
  const columns = Array.from({ length: services.length * METRICS.length }, () => new Float64Array(times.length))
  const strain = services.map(() => new Float64Array(times.length))
  const failing = services.map(() => new Float64Array(times.length))
  const waves = services.map(() => ({ load: 0, memory: 0 }))
  const perStep = (REQUESTS_PER_SECOND * stepMs) / 1000
  let load = 0
  for (let row = 0; row < times.length; row++) {
    load = 0.97 * load + 0.02 * normal(random)
    const at = (past: readonly Float64Array[], service: number, lagMs: number): number =>
      past[service]![Math.max(0, row - Math.max(1, Math.round(lagMs / stepMs)))]!
    const share = requestShares(graph, strain, at)
    for (const [k, service] of services.entries()) {
      const felt = graph.calls.filter((call) => call.from === k)
      const elapsed = k === fault.service ? times[row]! - fault.at : Number.NEGATIVE_INFINITY
      const own = ownTrouble(fault, elapsed)
      strain[k]![row] = own.strain + sumOver(felt, (call) => call.weight * at(strain, call.to, call.lagMs))
      failing[k]![row] = own.failing + sumOver(felt, (call) => 0.6 * call.weight * at(failing, call.to, call.lagMs))
      const wave = waves[k]!
      wave.load = 0.9 * wave.load + 0.3 * normal(random)
      wave.memory = 0.98 * wave.memory + 0.2 * normal(random)
      const noise = (metric: number): number => service.noise[metric]! * normal(random)
      const requests =
        perStep * (1 + load + surgeAt(times[row]!, fault, surge)) * share[k]! * (1 + 0.3 * own.failing + noise(5))
      const waiting = Math.min(4, strain[k]![row]!)
      const lost = Math.min(0.9, failing[k]![row]! + (waiting > 2 ? 0.02 * (waiting - 2) : 0))
      const values = [
        Math.min(
          100,
          service.idle +
            ((service.cost * requests) / perStep) * (1 + noise(0) + service.noise[0]! * wave.load) +
            own.cpu,
        ),
        service.memory * (1 + service.noise[1]! * (wave.memory + 0.3 * normal(random)) + own.memory + 0.01 * waiting),
        service.disk *
          Math.exp(noise(2)) *
          (random() < 0.01 ? 3 : 1) *
          (0.5 + requests / (2 * perStep)) *
          (1 + own.disk),
        service.ownMs * (1 + waiting) * Math.exp(noise(3)),
        poisson(requests * (service.errorRate + lost), random),
        requests,
      ]
      for (const [m, value] of values.entries()) columns[k * METRICS.length + m]![row] = value
    }
  }
  return columns
}

/** Who calls a service in trouble less often sends it less: users leave, and work behind it waits. */
function requestShares(
  graph: ServiceGraph,
  strain: readonly Float64Array[],
  at: (past: readonly Float64Array[], service: number, lagMs: number) => number,
): number[] {
  const share = Array.from({ length: graph.services }, () => 1)
  for (let k = 0; k < graph.services; k++) {
    const callers = graph.calls.filter((call) => call.to === k)
    if (callers.length === 0) share[k] = 1 - 0.08 * Math.min(3, at(strain, k, 20_000))
    else
      share[k] =
        sumOver(callers, (call) => share[call.from]! * (1 - 0.1 * Math.min(3, at(strain, call.from, call.lagMs)))) /
        callers.length
  }
  return share
}

/** What the fault does in its own service: its own metric at once, everything else after the fault's lag. */
function ownTrouble(fault: Fault, elapsedMs: number) {
  const none = { cpu: 0, memory: 0, disk: 0, strain: 0, failing: 0 }
  if (elapsedMs < 0) return none
  const late = elapsedMs >= fault.lagMs ? fault.slowdown : 0
  switch (fault.kind) {
    case 'cpu':
      return { ...none, cpu: fault.strength, strain: late }
    case 'mem': {
      const grown = Math.min(1, elapsedMs / 300_000)
      const pressure = Math.max(0, grown - 0.2)
      return { ...none, memory: fault.strength * grown, cpu: 15 * pressure, strain: late * pressure * 1.2 }
    }
    case 'disk':
      return { ...none, disk: fault.strength, strain: late, cpu: elapsedMs >= fault.lagMs ? 4 : 0 }
    case 'delay':
      return { ...none, strain: fault.strength }
    case 'loss':
      return { ...none, failing: fault.strength, strain: late * 0.6 }
  }
}

function sumOver(calls: readonly Call[], value: (call: Call) => number): number {
  return calls.reduce((sum, call) => sum + value(call), 0)
}

/** Knuth's method below 30, the normal approximation above. */
function poisson(mean: number, random: Random): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}
