import { expect, it } from 'vitest'
import { CHOOSING_START, simulateChoosingLog } from './choosing-logs.ts'

it('writes lines in the order of time, with more of a message while it is faulty', () => {
  const { lines, faults } = simulateChoosingLog(3, true)
  const times = lines.map((line) => Date.parse(line.slice(0, 24)) - CHOOSING_START)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(faults.map(({ kind }) => kind).sort()).toEqual([...Array(4).fill('hot'), ...Array(3).fill('sequence')])
  for (const { phrase, from, to } of faults.filter(({ kind }) => kind === 'hot')) {
    const own = times.filter((_, k) => lines[k]!.includes(` ${phrase} `))
    const inside = own.filter((at) => at >= from && at < to).length
    const before = own.filter((at) => at >= from - (to - from) && at < from).length
    expect(inside, phrase).toBeGreaterThan(2 * before)
  }
})

it('has no fault in a calm log', () => {
  expect(simulateChoosingLog(3, false).faults).toEqual([])
})
