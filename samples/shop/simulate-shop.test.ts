import { describe, expect, it } from 'vitest'
import type { Fault, FaultKind } from './faults.ts'
import { type Simulation, simulateShop } from './simulate-shop.ts'
import { DAY, HOUR, MINUTE, WEEK } from './time.ts'

const FROM = Date.UTC(2026, 9, 5)
const STEP_MS = 5 * MINUTE
const BASE = { seed: 7, from: FROM, stepMs: STEP_MS, rows: WEEK / STEP_MS }
const calm = simulateShop({ ...BASE, faults: [] })

function withFault(kind: FaultKind, node: number): Simulation {
  return simulateShop({ ...BASE, faults: [fault(kind, node)] })
}

function fault(kind: FaultKind, node: number): Fault {
  return { kind, node, from: FROM + DAY + 10 * HOUR, to: FROM + DAY + 16 * HOUR }
}

function column(run: Simulation, name: string): Float64Array {
  return run.columns[run.names.indexOf(name)]!
}

function mean(values: Float64Array, startMs: number, forMs: number): number {
  const part = values.subarray(startMs / STEP_MS, (startMs + forMs) / STEP_MS)
  return part.reduce((sum, value) => sum + value, 0) / part.length
}

/** Mean of a series while the fault lasts, with and without it. */
function withAndWithout(run: Simulation, name: string): [number, number] {
  return [mean(column(run, name), DAY + 10 * HOUR, 6 * HOUR), mean(column(calm, name), DAY + 10 * HOUR, 6 * HOUR)]
}

describe('simulateShop', () => {
  it('has six metrics on each of five nodes', () => {
    expect(calm.names).toHaveLength(30)
    expect(calm.names.slice(0, 7)).toEqual([
      'cpu[node1]:1',
      'memory[node1]:2',
      'disk_read[node1]:3',
      'disk_write[node1]:4',
      'network_receive[node1]:5',
      'network_send[node1]:6',
      'cpu[node2]:1',
    ])
  })

  it('puts the service into the names when asked', () => {
    const run = simulateShop({ ...BASE, rows: 1, faults: [], withServices: true })
    expect(run.names[0]).toBe('cpu[node1][web]:1')
    expect(run.names.at(-1)).toBe('network_send[node5][db]:6')
  })

  it('gives other numbers for another seed and the same ones for the same', () => {
    expect(simulateShop({ ...BASE, faults: [] })).toEqual(calm)
    expect(simulateShop({ ...BASE, seed: 8, faults: [] }).columns[0]).not.toEqual(calm.columns[0])
  })

  it('is busier in the evening than at night, and on Sunday than on Tuesday', () => {
    const cpu = column(calm, 'cpu[node1]:1')
    expect(mean(cpu, 19 * HOUR, 2 * HOUR)).toBeGreaterThan(2 * mean(cpu, 3 * HOUR, 2 * HOUR))
    expect(mean(cpu, 6 * DAY, DAY)).toBeGreaterThan(1.15 * mean(cpu, DAY, DAY))
  })

  it('lets load drive processor and network together', () => {
    expect(correlation(column(calm, 'cpu[node1]:1'), column(calm, 'network_send[node1]:6'))).toBeGreaterThan(0.9)
  })

  it('lets a collected heap climb slowly and fall at once', () => {
    const memory = column(calm, 'memory[node1]:2')
    const moves = Array.from(memory.subarray(1), (value, i) => value - memory[i]!)
    const falls = moves.filter((move) => move < -300).length
    expect(falls).toBeGreaterThan(50)
    expect(moves.filter((move) => move > 0).length).toBeGreaterThan(3 * falls)
  })

  it('runs the backup of the database every night', () => {
    const read = column(calm, 'disk_read[node5]:3')
    for (let d = 0; d < 7; d++) expect(mean(read, d * DAY + 2.5 * HOUR, 40 * MINUTE)).toBeGreaterThan(20)
  })

  it('keeps every value finite, at or above zero, and processors within 100 %', () => {
    for (const values of calm.columns) expect(values.every((value) => value >= 0 && value < 1e5)).toBe(true)
    for (let node = 1; node <= 5; node++)
      expect(Math.max(...column(calm, `cpu[node${node}]:1`))).toBeLessThanOrEqual(100)
  })
})

describe('an injected fault', () => {
  it.each([
    ['cpu-hog', 1, 'cpu[node2]:1', 30],
    ['memory-leak', 2, 'memory[node3]:2', 500],
    ['disk-hog', 4, 'disk_write[node5]:4', 40],
    ['network-hog', 0, 'network_send[node1]:6', 18],
    ['bad-release', 2, 'cpu[node3]:1', 12],
  ] as const)('%s on node %i lifts %s', (kind, node, name, by) => {
    const run = withFault(kind, node)
    const [hit, usual] = withAndWithout(run, name)
    expect(hit - usual).toBeGreaterThan(by)
    expect(run.injected[0]!.first).toContain(name)
  })

  it('leaves everything before it as it was', () => {
    const run = withFault('cpu-hog', 1)
    const before = (DAY + 10 * HOUR) / STEP_MS
    run.columns.forEach((values, c) => {
      expect(values.subarray(0, before)).toEqual(calm.columns[c]!.subarray(0, before))
    })
  })

  it('takes an instance to its floor altogether and sends its visitors to the other one', () => {
    const run = withFault('instance-down', 0)
    for (const name of run.injected[0]!.first) expect(withAndWithout(run, name)[0]).toBe(0)
    const [hit, usual] = withAndWithout(run, 'network_send[node2]:6')
    expect(hit).toBeGreaterThan(1.7 * usual)
  })

  it('silences every series while the collector is silent, and not a sample longer', () => {
    const run = withFault('silent-collector', 0)
    const gap = (values: Float64Array) => values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)
    expect(run.columns.map(gap)).toEqual(run.columns.map(() => (6 * HOUR) / STEP_MS))
    expect(run.injected[0]).toMatchObject({ node: 'all', first: run.names })
  })
})

describe('the log', () => {
  it('is in order of time', () => {
    const stamps = calm.logs.map((line) => line.slice(0, 24))
    expect(stamps).toEqual([...stamps].sort())
    expect(stamps.length).toBeGreaterThan(2000)
  })

  it('bursts with errors of the node that has the fault, while it has it', () => {
    const errors = (run: Simulation) =>
      run.logs.filter((line) => /(ERROR|WARN) +web\[node2\] (request queue|.*no worker)/.test(line))
    expect(errors(calm)).toEqual([])
    const burst = errors(withFault('cpu-hog', 1))
    expect(burst.length).toBeGreaterThan(100)
    const start = new Date(FROM + DAY + 10 * HOUR).toISOString()
    const end = new Date(FROM + DAY + 16 * HOUR).toISOString()
    expect(burst.every((line) => line >= start && line < end)).toBe(true)
  })

  it('says nothing from a node that is down', () => {
    const run = withFault('instance-down', 3)
    const start = new Date(FROM + DAY + 10 * HOUR).toISOString()
    const end = new Date(FROM + DAY + 16 * HOUR).toISOString()
    const lines = run.logs.filter((line) => line >= start && line < end)
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.filter((line) => line.includes('[node4]'))).toEqual([])
  })
})

function correlation(a: Float64Array, b: Float64Array): number {
  const meanOf = (v: Float64Array) => v.reduce((sum, x) => sum + x, 0) / v.length
  const [ma, mb] = [meanOf(a), meanOf(b)]
  let [ab, aa, bb] = [0, 0, 0]
  a.forEach((x, i) => {
    const y = b[i]! - mb
    ab += (x - ma) * y
    aa += (x - ma) ** 2
    bb += y * y
  })
  return ab / Math.sqrt(aa * bb)
}
