import { expect, it } from 'vitest'
import { CHOOSING_FAULTS, simulateChoosingIncident } from './choosing-incidents.ts'

const MINUTE = 60_000
const SPAN = { stepMs: 20_000, beforeMs: 75 * MINUTE, maxMs: 30 * MINUTE, rhythm: 0 }

it('is the same for the same seed, and reported within a minute of its start', () => {
  for (const fault of CHOOSING_FAULTS) {
    const { frame, reported } = simulateChoosingIncident(fault, SPAN, 5)
    expect(simulateChoosingIncident(fault, SPAN, 5).frame).toEqual(frame)
    expect(Math.abs(reported.start - frame.times[0]! - SPAN.beforeMs)).toBeLessThanOrEqual(MINUTE + SPAN.stepMs)
    expect(reported.end).toBe(frame.times.at(-1))
  }
})

it('raises the series in which a fault begins, and silences an instance that is down', () => {
  const meanOf = (values: Float64Array): number => {
    const present = values.filter((value) => !Number.isNaN(value))
    return present.reduce((sum, value) => sum + value, 0) / present.length
  }
  const slow = simulateChoosingIncident('slow', SPAN, 8)
  const cause = slow.frame.columns[slow.frame.series.findIndex((key) => slow.isCause(key))]!
  const row = slow.frame.times.findIndex((time) => time >= slow.frame.times[0]! + SPAN.beforeMs + 5 * MINUTE)
  expect(meanOf(cause.subarray(row))).toBeGreaterThan(meanOf(cause.subarray(0, 200)))
  const down = simulateChoosingIncident('down', SPAN, 8)
  const stopped = down.frame.columns.filter((_, place) => down.isCause(down.frame.series[place]!))
  expect(stopped.length).toBe(7)
  for (const column of stopped) expect(column.subarray(row).every((value) => !(value > 0))).toBe(true)
})
