import { expect, it } from 'vitest'
import { LOG_START, simulateLog } from './simulate-log.ts'

const { lines, faults } = simulateLog(3, true)
const timeOf = (line: string): number => Date.parse(line.slice(0, 24)) - LOG_START

it('is the same for the same seed, in the order of time', () => {
  expect(simulateLog(3, true).lines).toEqual(lines)
  const times = lines.map(timeOf)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

it('has one fault of each kind, far apart, each in the log', () => {
  expect(new Set(faults.map(({ kind }) => kind)).size).toBe(6)
  for (const { from, kind } of faults) {
    const others = faults.filter((other) => other.kind !== kind)
    expect(others.every((other) => Math.abs(other.from - from) >= 20 * 60_000)).toBe(true)
  }
  const isAbout = (phrase: string, from: number, to: number): number =>
    lines.filter((line) => line.includes(`: ${phrase}`) && timeOf(line) >= from && timeOf(line) < to).length
  const at = (kind: string) => faults.find((fault) => fault.kind === kind)!
  const { phrase, from, to } = at('cold')
  expect(isAbout(phrase, from, to)).toBe(0)
  expect(isAbout(at('new').phrase, 0, Number.POSITIVE_INFINITY)).toBe(1)
  expect(isAbout(at('hot').phrase, at('hot').from, at('hot').from + 120_000)).toBeGreaterThan(50)
})

it('has no fault in a calm log', () => {
  const calm = simulateLog(3, false)
  expect(calm.faults).toEqual([])
  expect(calm.lines.some((line) => line.includes('Disk quota'))).toBe(false)
})
