import { describe, expect, it } from 'vitest'
import { lastingChanges, longFaults, shortFaults, withFault } from './choosing-faults.ts'
import { DAY, frameOf, longSystems, openSystem, shortSystems } from './choosing-systems.ts'

const columns = [new Float64Array(1000), new Float64Array(1000).fill(5)]
const PLACE = { metric: 0, from: 500, to: 600, size: 3 }
const faultCalled = (name: string) => longFaults.find(({ what }) => what === name)!

describe('withFault', () => {
  it('shifts one metric by so many of its deviations, in the rows of the fault', () => {
    const [faulty, other] = withFault(columns, [2, 1], { ...PLACE, fault: faultCalled('level shift') })
    expect([faulty![499], faulty![500], faulty![599], faulty![600]]).toEqual([0, 6, 6, 0])
    expect(other).toBe(columns[1])
  })

  it('changes all metrics where the clock is changed', () => {
    const rows = [0, 1].map((k) => Float64Array.from({ length: 1000 }, (_, row) => k + row))
    const fault = lastingChanges.find(({ ofAll }) => ofAll === true)!
    expect(withFault(rows, [1, 1], { ...PLACE, fault }).map((column) => column[500])).toEqual([524, 525])
  })

  it.each([...longFaults, ...shortFaults])('changes what it says ($what, $rows rows)', (fault) => {
    const [noise] = openSystem(longSystems[2]!, 1, 4 * DAY, 300_000).columns
    const to = 500 + Math.min(fault.rows, 200)
    const [faulty] = withFault([noise!], [1], { ...PLACE, fault, to })
    const changed = [...faulty!.keys()].filter((row) => faulty![row] !== noise![row])
    expect(changed[0]).toBeGreaterThanOrEqual(500)
    expect(changed.at(-1)).toBeLessThan(to)
    expect(changed.length).toBeGreaterThan(5)
  })
})

describe('openSystem', () => {
  it.each([...longSystems, ...shortSystems])(
    'returns the same finite values for a seed, others for another ($what)',
    (system) => {
      const open = (seed: number) => openSystem(system, seed, 400, 1000).columns
      expect(open(1)).toEqual(open(1))
      expect(open(1)).not.toEqual(open(2))
      expect(open(1).every((column) => column.every(Number.isFinite))).toBe(true)
    },
  )

  it('has the noise that it names, where its metrics stand still else', () => {
    const system = shortSystems.find(({ what }) => what === 'sensors of their own')!
    for (const [k, column] of openSystem(system, 3, 20_000, 1000).columns.entries()) {
      const mean = column.reduce((sum, value) => sum + value, 0) / column.length
      const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length
      expect(Math.sqrt(variance) / system.deviations[k]!).toBeCloseTo(1, 1)
    }
  })
})

describe('frameOf', () => {
  it('goes on in time where another frame of the same columns ends', () => {
    const [first, second] = [frameOf(columns, 1000, 0, 400), frameOf(columns, 1000, 400, 1000)]
    expect(second.times[0]! - first.times.at(-1)!).toBe(1000)
    expect([first.times.length, second.times.length]).toEqual([400, 600])
  })
})
