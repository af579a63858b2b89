import type { Frame, SeriesKey } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'

export const CHOOSING_FAULTS = ['cpu', 'leak', 'disk', 'packets', 'slow', 'down'] as const
export type ChoosingFault = (typeof CHOOSING_FAULTS)[number]

/** An incident whose cause is known: any series of the instance where all of it is down. */
export type ChoosingIncident = {
  /** What else goes on, or that the series it began in moves little. */
  readonly beside: 'nothing' | 'surge' | 'jump' | 'small root'
  readonly frame: Frame
  readonly reported: { readonly start: number; readonly end: number }
  isCause(key: Pick<SeriesKey, 'metric' | 'instance'>): boolean
}

/** How far samples are apart, how much comes before an incident, and how long it lasts at most; `rhythm` is that of a day, in spreads. */
export type ChoosingSpan = {
  readonly stepMs: number
  readonly beforeMs: number
  readonly maxMs: number
  readonly rhythm: number
}

const METRICS = [
  'cpu_percent',
  'mem_used',
  'disk_write',
  'net_rx',
  'latency_p95',
  'queue_depth',
  'request_rate',
] as const
type Metric = (typeof METRICS)[number]

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 1440 * MINUTE
const START = Date.UTC(2024, 10, 4, 3)
/** So many spreads are few beside what follows. */
const SMALL_ROOT = 16
const LAYERS = ['entry', 'web', 'app', 'store'] as const

const ROOT_OF: Readonly<Record<Exclude<ChoosingFault, 'down'>, Metric>> = {
  cpu: 'cpu_percent',
  leak: 'mem_used',
  disk: 'disk_write',
  packets: 'net_rx',
  slow: 'latency_p95',
}

/** Adds to a series from a time on, in spreads; it grows to its size within `growsMs`, and ends where `until` says so. */
type Effect = {
  readonly place: number
  readonly from: number
  readonly size: number
  readonly growsMs: number
  readonly until?: number
}

type System = { readonly keys: readonly SeriesKey[]; readonly layerOf: readonly number[]; readonly random: Random }

/**
 * Four layers of two to six instances, in which each waits for the next layer: another system than the one that judges. A fault moves its
 * series by 8 to 150 of its spreads; what follows in the instance, and in those that wait for it, moves by spreads of its own, often more.
 * Something else goes on in most: a surge that all feel, a jump elsewhere before, a series that is restless anyway.
 */
export function simulateChoosingIncident(kind: ChoosingFault, span: ChoosingSpan, seed: number): ChoosingIncident {
  const random = createRandom(seed)
  const system = drawSystem(random)
  const instances = system.layerOf.length
  const faulty = Math.floor(random() * instances)
  const at = START + span.beforeMs + random() * span.stepMs
  const end = at + span.maxMs * (0.3 + 0.7 * random())
  const own = spread(system, kind, faulty, at)
  const disturbance = disturb(system, faulty, at)
  const effects = [...own, ...disturbance.effects]
  const rows = Math.ceil((end - START) / span.stepMs)
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * span.stepMs)
  const isZero = random() < 0.5
  const restless = random() < 0.3 ? otherPlace(system, faulty) : -1
  const columns = system.keys.map((_, place) => {
    const here = effects.filter((effect) => effect.place === place)
    const column = drawColumn(times, here, {
      rhythm: metricAt(place) === 'mem_used' ? 0 : span.rhythm,
      isRestless: place === restless,
      random,
    })
    const isDown = kind === 'down' && instanceAt(place) === faulty
    return column.map((value, row) => (isDown && times[row]! >= at ? (isZero ? 0 : Number.NaN) : value))
  })
  const instance = system.keys[faulty * METRICS.length]!.instance
  const isSmall = disturbance.what === 'nothing' && kind !== 'down' && own[0]!.size < SMALL_ROOT
  return {
    beside: isSmall ? 'small root' : disturbance.what,
    frame: { times, stepMs: span.stepMs, series: system.keys, columns },
    reported: { start: Math.round(at + (2 * random() - 1) * MINUTE), end: times[rows - 1]! },
    isCause: (key) => key.instance === instance && (kind === 'down' || key.metric === ROOT_OF[kind]),
  }
}

function drawSystem(random: Random): System {
  const names = LAYERS.flatMap((layer) =>
    Array.from({ length: 2 + Math.floor(5 * random()) }, (_, k) => ({
      layer: LAYERS.indexOf(layer),
      instance: `${layer}-${k}`,
    })),
  )
  const keys = names.flatMap(({ instance }) =>
    METRICS.map((metric) => ({ id: `${metric}[${instance}]`, metric, instance })),
  )
  return { keys, layerOf: names.map(({ layer }) => layer), random }
}

function instanceAt(place: number): number {
  return Math.floor(place / METRICS.length)
}

function metricAt(place: number): Metric {
  return METRICS[place % METRICS.length]!
}

function placeOf(instance: number, metric: Metric): number {
  return instance * METRICS.length + METRICS.indexOf(metric)
}

/** The fault itself, what its instance does because of it, those that wait for it, and those that get less to do. */
function spread({ layerOf, random }: System, kind: ChoosingFault, faulty: number, at: number): Effect[] {
  const late = (from: number, min: number, max: number): number => from + (min + (max - min) * random()) * SECOND
  const grown = () => 40 * SECOND * random()
  const effects: Effect[] = []
  const add = (instance: number, metric: Metric, from: number, size: number): void =>
    void effects.push({ place: placeOf(instance, metric), from, size, growsMs: grown() })
  const own = kind === 'slow' || kind === 'down' ? at : late(at, 2, 45)
  if (kind !== 'down') {
    const growsMs = kind === 'leak' ? (2 + 8 * random()) * MINUTE : grown()
    effects.push({ place: placeOf(faulty, ROOT_OF[kind]), from: at, size: between(8, 150, random), growsMs })
    if (kind !== 'slow') add(faulty, 'latency_p95', own, between(5, 200, random))
    add(faulty, 'queue_depth', own, between(4, 80, random))
    if (kind !== 'leak' && random() < 0.5) add(faulty, 'mem_used', late(own, 0, 30), between(4, 30, random))
    if (kind !== 'cpu' && random() < 0.4) add(faulty, 'cpu_percent', late(own, 0, 20), between(4, 20, random))
  }
  let waiting = layerOf[faulty]! - 1
  let from = own
  for (let size = between(8, 300, random); waiting >= 0; waiting--, size *= 0.4 + 0.6 * random()) {
    from = late(from, 3, 30)
    for (const [instance, layer] of layerOf.entries()) {
      if (layer !== waiting || random() < 0.15) continue
      add(instance, 'latency_p95', late(from, 0, 10), size * between(0.5, 2, random))
      if (random() < 0.6) add(instance, 'queue_depth', late(from, 2, 15), 0.5 * size)
      if (random() < 0.3) add(instance, 'mem_used', late(from, 10, 60), between(4, 15, random))
    }
  }
  for (const [instance, layer] of layerOf.entries()) {
    if (layer === layerOf[faulty]! + 1 && random() < 0.7)
      add(instance, 'request_rate', late(own, 5, 40), -between(3, 15, random))
    if (kind !== 'down' || layer !== layerOf[faulty] || instance === faulty) continue
    const more = between(5, 30, random)
    add(instance, 'request_rate', late(at, 0, 10), more)
    add(instance, 'cpu_percent', late(at, 0, 15), 0.7 * more)
  }
  return effects
}

type Disturbance = { readonly what: 'nothing' | 'surge' | 'jump'; readonly effects: readonly Effect[] }

/** A surge in a fifth of the incidents, in others a jump elsewhere in the minutes before, which stays or goes. */
function disturb(system: System, faulty: number, at: number): Disturbance {
  const { layerOf, random } = system
  const drawn = random()
  if (drawn < 0.2) {
    const from = at + (4 * random() - 3) * MINUTE
    const size = between(5, 25, random)
    const effects = layerOf.flatMap((_, instance) =>
      (['cpu_percent', 'request_rate', 'net_rx'] as const).map((metric) => ({
        place: placeOf(instance, metric),
        from: from + 8 * SECOND * random(),
        growsMs: 20 * SECOND,
        size: size * between(0.6, 1.6, random),
      })),
    )
    return { what: 'surge', effects }
  }
  if (drawn > 0.5) return { what: 'nothing', effects: [] }
  const from = at - (0.5 + 4 * random()) * MINUTE
  const jump = { place: otherPlace(system, faulty), from, size: between(10, 60, random), growsMs: 0 }
  const until = random() < 0.5 ? undefined : from + (0.5 + 2 * random()) * MINUTE
  return { what: 'jump', effects: [until === undefined ? jump : { ...jump, until }] }
}

function otherPlace({ layerOf, random }: System, faulty: number): number {
  const others = layerOf.flatMap((_, instance) => (instance === faulty ? [] : [instance]))
  return placeOf(others[Math.floor(random() * others.length)]!, METRICS[Math.floor(3 * random())]!)
}

type Course = { readonly rhythm: number; readonly isRestless: boolean; readonly random: Random }

/** Correlated noise, for some with heavy tails, around a level of any size; four digits are kept, and one in 200 values is missing. */
function drawColumn(
  times: Float64Array,
  effects: readonly Effect[],
  { rhythm, isRestless, random }: Course,
): Float64Array {
  const memory = [0, 0.5, 0.9][Math.floor(3 * random())]!
  const isHeavy = random() < 0.3
  const level = between(1, 1e6, random)
  const ofLevel = between(0.005, 0.15, random)
  const phase = random()
  let [x, away] = [normal(random), 0]
  return times.map((time) => {
    const draw = isHeavy ? normal(random) / Math.max(0.3, Math.abs(normal(random))) : normal(random)
    x = memory * x + Math.sqrt(1 - memory ** 2) * draw
    if (isRestless) away = random() < 0.01 ? between(10, 30, random) : 0.8 * away
    const moved = effects.reduce((sum, effect) => sum + effectAt(effect, time), 0)
    const daily = rhythm * Math.sin(2 * Math.PI * (time / DAY + 0.1 * phase))
    const value = level * Math.max(0, 1 + ofLevel * (x + away + daily + moved))
    return random() < 0.005 ? Number.NaN : Number(value.toPrecision(4))
  })
}

function effectAt({ from, size, growsMs, until = Number.POSITIVE_INFINITY }: Effect, time: number): number {
  if (time < from || time >= until) return 0
  return size * Math.min(1, growsMs > 0 ? (time - from) / growsMs : 1)
}

function between(low: number, high: number, random: Random): number {
  return low * (high / low) ** random()
}
