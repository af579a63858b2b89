import { createNeuronFinder } from '../detect/joint/neuron-finder.ts'
import { SOM_SIDE, smoothGrid, trainSom } from '../detect/joint/som.ts'
import type { Frame } from '../series/frame.ts'
import { medianInPlace } from '../stats/median-in-place.ts'
import type { ComparedStates, StateMember } from './states.ts'

const NEURONS = SOM_SIDE * SOM_SIDE
/** Without a third nobody knows which of two is another. */
const FEWEST_MEMBERS = 3
/** Rows that an instance needs to be compared. */
const FEWEST_ROWS = 30
/** Metrics that make a state, at most. */
const MAX_METRICS = 16
/** A metric is part of a state where this part of the instances reports it. */
const REPORTED = 0.8
/** Rows that the map is trained on, and those that are looked up in it, of all instances together and of one. */
const TRAINING_ROWS = 3000
const MAX_ROWS = 40_000
const MAX_ROWS_PER_INSTANCE = 600
/** Deviations beyond count as this many. */
const FARTHEST = 5
/** States so near to each other on the map count as nearly the same. */
const RADIUS = 2.5

/**
 * In which states instances are, and how often: a self-organising map over the metrics that they share, trained on the rows of all of
 * them, and for each of them how often it was in each state. The distance is the part of the time that it spends in other states than
 * the others do on average (total variation), from 0 to 1. With `pastRows`, values are measured from what the instance had in those first
 * rows, which are not compared. A row counts where it has a value of every metric. Instances that lack a metric are named.
 */
export function compareStates(frame: Frame, pastRows = 0): ComparedStates {
  const instances = groupByInstance(frame)
  const metrics = sharedMetrics(instances)
  const whole = [...instances].filter(([, columns]) => metrics.every((metric) => columns.has(metric)))
  const without = [...instances.keys()].filter((instance) => !whole.some(([one]) => one === instance))
  const columns = whole.map(([, own]) => metrics.map((metric) => frame.columns[own.get(metric)!]!))
  const scaled = scale(columns, pastRows)
  const rows = scaled.map((own) => wholeRows(own))
  const enough = rows.filter((one) => one.length >= FEWEST_ROWS).length
  if (metrics.length === 0 || enough < FEWEST_MEMBERS)
    return { kind: 'insufficient', need: FEWEST_MEMBERS, got: metrics.length === 0 ? 0 : enough }
  const max = Math.min(MAX_ROWS_PER_INSTANCE, Math.max(FEWEST_ROWS, Math.floor(MAX_ROWS / enough)))
  const points = scaled.map((own, k) => (rows[k]!.length < FEWEST_ROWS ? undefined : pick(own, rows[k]!, max)))
  const codeBook = train(points, metrics.length)
  const members = whole.flatMap(([instance], k): StateMember[] => {
    const own = points[k]
    return own === undefined ? [] : [{ instance, ...countHits(codeBook, own, metrics.length), distance: 0 }]
  })
  const few = whole.flatMap(([instance], k) => (points[k] === undefined ? [instance] : []))
  return { kind: 'compared', metrics, ...measure(members), without: [...without, ...few] }
}

/** Columns by instance and metric, both in the order of the frame; a metric of a service is one of its own. */
function groupByInstance(frame: Frame): Map<string, Map<string, number>> {
  const instances = new Map<string, Map<string, number>>()
  for (const [column, { instance, metric, service }] of frame.series.entries()) {
    const own = instances.get(instance) ?? new Map<string, number>()
    const name = service === undefined ? metric : `${metric} of ${service}`
    if (!own.has(name) && frame.columns[column]!.some((value) => !Number.isNaN(value))) own.set(name, column)
    instances.set(instance, own)
  }
  return instances
}

function sharedMetrics(instances: ReadonlyMap<string, ReadonlyMap<string, number>>): string[] {
  const counts = new Map<string, number>()
  for (const own of instances.values())
    for (const metric of own.keys()) counts.set(metric, (counts.get(metric) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= FEWEST_MEMBERS && count >= REPORTED * instances.size)
    .map(([metric]) => metric)
    .slice(0, MAX_METRICS)
}

/** Values in deviations of the typical instance from its own level in the past, or else from the level of all. */
function scale(members: readonly (readonly Float64Array[])[], pastRows: number): Float64Array[][] {
  const buffer = new Float64Array(Math.max(members.length, members[0]?.[0]?.length ?? 0))
  const count = members[0]?.length ?? 0
  const out: Float64Array[][] = members.map(() => [])
  for (let j = 0; j < count; j++) {
    const now = members.map((own) => own[j]!.subarray(pastRows))
    const nows = now.map((column) => levelOf(column, buffer))
    const all = levelOf(Float64Array.from(nows), buffer)
    const levels = members.map((own) => {
      const past = pastRows > 0 ? levelOf(own[j]!.subarray(0, pastRows), buffer) : Number.NaN
      return Number.isNaN(past) ? all : past
    })
    const deviations = now.map((column, k) =>
      levelOf(
        column.map((value) => Math.abs(value - nows[k]!)),
        buffer,
      ),
    )
    const unit = 1.4826 * levelOf(Float64Array.from(deviations), buffer) || unitOfConstants(nows, all, buffer)
    for (const [k, column] of now.entries())
      out[k]!.push(column.map((value) => Math.max(-FARTHEST, Math.min(FARTHEST, (value - levels[k]!) / unit))))
  }
  return out
}

/** Of metrics that hardly move: how far the instances are apart. */
function unitOfConstants(levels: readonly number[], level: number, buffer: Float64Array): number {
  return (
    1.4826 *
      levelOf(
        Float64Array.from(levels, (one) => Math.abs(one - level)),
        buffer,
      ) ||
    Math.abs(level) ||
    1
  )
}

function levelOf(values: Float64Array, buffer: Float64Array): number {
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) buffer[count++] = value
  return medianInPlace(buffer, count)
}

function wholeRows(columns: readonly Float64Array[]): number[] {
  const rows: number[] = []
  const length = columns[0]?.length ?? 0
  for (let row = 0; row < length; row++) if (columns.every((column) => !Number.isNaN(column[row]!))) rows.push(row)
  return rows
}

/** At most so many of the rows, row-major. */
function pick(columns: readonly Float64Array[], rows: readonly number[], max: number): Float32Array {
  const count = Math.min(rows.length, max)
  const points = new Float32Array(count * columns.length)
  for (let k = 0; k < count; k++) {
    const row = rows[Math.floor((k * rows.length) / count)]!
    for (const [j, column] of columns.entries()) points[k * columns.length + j] = column[row]!
  }
  return points
}

/** The code book over some rows of every instance; its plane begins along the two coordinates that vary most. */
function train(points: readonly (Float32Array | undefined)[], dims: number): (rows: Float32Array) => Int32Array {
  const present = points.filter((one) => one !== undefined)
  const each = Math.max(1, Math.floor(TRAINING_ROWS / present.length))
  const rows: number[] = []
  for (const one of present) {
    const count = one.length / dims
    const stride = Math.max(1, Math.ceil(count / each))
    for (let row = 0; row < count; row += stride) for (let j = 0; j < dims; j++) rows.push(one[row * dims + j]!)
  }
  const deviations = Array.from({ length: dims }, (_, j) => deviationOf(rows, dims, j))
  const order = deviations.map((_, j) => j).sort((a, b) => deviations[b]! - deviations[a]!)
  const turned = turn(Float32Array.from(rows), order)
  const { codeBook } = trainSom(
    turned,
    dims,
    order.map((j) => deviations[j]!),
  )
  const finder = createNeuronFinder(codeBook, dims)
  return (own) => {
    const ordered = turn(own, order)
    return Int32Array.from({ length: own.length / dims }, (_, row) => finder.find(ordered, row * dims))
  }
}

function deviationOf(rows: readonly number[], dims: number, j: number): number {
  let sum = 0
  let squares = 0
  const count = rows.length / dims
  for (let at = j; at < rows.length; at += dims) {
    sum += rows[at]!
    squares += rows[at]! ** 2
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}

function turn(rows: Float32Array, order: readonly number[]): Float32Array {
  const dims = order.length
  return rows.map((_, at) => rows[at - (at % dims) + order[at % dims]!]!)
}

function countHits(find: (rows: Float32Array) => Int32Array, own: Float32Array, dims: number) {
  const hits = new Uint32Array(NEURONS)
  for (const neuron of find(own)) hits[neuron]!++
  return { hits, rows: own.length / dims }
}

/** Distances of the instances, the farthest first, and the mean of all of them as shares of the time. */
function measure(members: readonly StateMember[]): { members: StateMember[]; mean: Float64Array } {
  const smooth = members.map(({ hits }) => toShares(smoothGrid(Float64Array.from(hits), 1, RADIUS)))
  const sum = new Float64Array(NEURONS)
  const mean = new Float64Array(NEURONS)
  for (const [k, one] of smooth.entries()) {
    for (let n = 0; n < NEURONS; n++) {
      sum[n]! += one[n]!
      mean[n]! += members[k]!.hits[n]! / members[k]!.rows / members.length
    }
  }
  const measured = members.map((member, k): StateMember => {
    let apart = 0
    for (let n = 0; n < NEURONS; n++) {
      const own = smooth[k]![n]!
      apart += Math.abs(own - (sum[n]! - own) / (members.length - 1))
    }
    return { ...member, distance: Math.min(1, apart / 2) }
  })
  return { members: measured.sort((a, b) => b.distance - a.distance), mean }
}

function toShares(values: Float64Array): Float64Array {
  let sum = 0
  for (const value of values) sum += value
  return values.map((value) => value / sum)
}
