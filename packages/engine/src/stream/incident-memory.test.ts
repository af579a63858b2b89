import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createIncidentMemory } from './incident-memory.ts'

const HOUR = 3_600_000
const MINUTES = 300_000
const open = () => createIncidentMemory(createArena(new ArrayBuffer(256)))

/** What passes of the same level, point by point. */
const hold = (memory: ReturnType<typeof open>, level: number, points: number, from: number): number[] =>
  Array.from({ length: points }, (_, k) => memory.pass(0, level, from + k * MINUTES))

describe('createIncidentMemory', () => {
  it('passes an alarm once, and what is below one as it is', () => {
    const memory = open()
    expect(hold(memory, 0.4, 2, 0)).toEqual([0.4, 0.4])
    expect(hold(memory, 1.5, 3, 2 * MINUTES)).toEqual([1.5, 0.6, 0.6])
  })

  it('passes an alarm of another direction meanwhile', () => {
    const memory = open()
    memory.pass(0, 2, 0)
    expect(memory.pass(1, 2, MINUTES)).toBe(2)
  })

  it('lets an incident grow for half a day, and passes it again when it has doubled after that', () => {
    const memory = open()
    memory.pass(0, 1.2, 0)
    expect(memory.pass(0, 5, MINUTES)).toBe(0.6)
    hold(memory, 1.2, 144, 2 * MINUTES)
    expect(memory.pass(0, 9, 150 * MINUTES)).toBe(0.6)
    expect(memory.pass(0, 10, 151 * MINUTES)).toBe(10)
  })

  it('takes what comes back on the next day for the same, and what comes after a quiet day for another', () => {
    const memory = open()
    memory.pass(0, 2, 0)
    memory.pass(0, 0.1, 23 * HOUR)
    expect(memory.pass(0, 2, 24 * HOUR)).toBe(0.6)
    memory.pass(0, 0.1, 51 * HOUR)
    expect(memory.pass(0, 2, 52 * HOUR)).toBe(2)
  })

  it('does not repeat what was reported otherwise', () => {
    const memory = open()
    memory.note(0, 0)
    expect(memory.pass(0, 1.5, MINUTES)).toBe(0.6)
  })
})
