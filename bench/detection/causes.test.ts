import { describe, expect, it } from 'vitest'
import { FAULT_KINDS } from './incident-world/fault.ts'
import { simulateIncident } from './incident-world/simulate-incident.ts'

describe('simulateIncident', () => {
  it('is the same for the same seed, with the reported start off by at most a minute', () => {
    for (const kind of FAULT_KINDS) {
      const one = simulateIncident(kind, 30_000, 5)
      expect(simulateIncident(kind, 30_000, 5)).toEqual(one)
      expect(Math.abs(one.reported.start - one.fault.at)).toBeLessThanOrEqual(60_000)
      expect(one.frame.series.length).toBeGreaterThanOrEqual(50)
      expect(one.frame.series.map(({ id }) => id)).toContain(one.causeId)
    }
  })

  it('raises the CPU of the faulty service', () => {
    const one = simulateIncident('cpu', 30_000, 8)
    const cause = one.frame.columns[one.frame.series.findIndex(({ id }) => id === one.causeId)]!
    const at = one.frame.times.findIndex((time) => time >= one.fault.at)
    const mean = (values: Float64Array) => {
      const present = values.filter((x) => !Number.isNaN(x))
      return present.reduce((sum, x) => sum + x, 0) / present.length
    }
    expect(mean(cause.subarray(at)) - mean(cause.subarray(0, at))).toBeGreaterThan(10)
  })
})
