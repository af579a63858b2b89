import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
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
    expect(hold(memory, 1.5, 3, 2 * MINUTES)).toEqual([1.5, 0.3, 0.3])
  })

  it('counts what belongs to an incident for no more when it is quieter', () => {
    const memory = open()
    memory.pass(0, 1.5, 0)
    expect([0.7, 0.59, 0.2].map((level, k) => memory.pass(0, level, k * MINUTES))).toEqual([0.3, 0.3, 0.2])
  })

  it('is packed and read back as it was', () => {
    const memory = open()
    memory.pass(0, 0.7, 0)
    memory.pass(1, 2, MINUTES)
    const writer = createBitWriter()
    memory.pack(writer)
    const reader = createBitReader()
    reader.start(writer.end().slice(), 0)
    const restored = open()
    restored.unpack(reader)
    for (const direction of [0, 1, 2])
      expect(restored.pass(direction, 0.7, 2 * MINUTES)).toBe(memory.pass(direction, 0.7, 2 * MINUTES))
  })

  it('passes an alarm of another direction meanwhile', () => {
    const memory = open()
    memory.pass(0, 2, 0)
    expect(memory.pass(1, 2, MINUTES)).toBe(2)
  })

  it('lets an incident grow for half a day, and passes it again when it has doubled after that', () => {
    const memory = open()
    memory.pass(0, 1.2, 0)
    expect(memory.pass(0, 5, MINUTES)).toBe(0.3)
    hold(memory, 1.2, 144, 2 * MINUTES)
    expect(memory.pass(0, 9, 150 * MINUTES)).toBe(0.3)
    expect(memory.pass(0, 10, 151 * MINUTES)).toBe(10)
  })

  it('takes what comes back on the next day for the same, and what comes after a quiet day for another', () => {
    const memory = open()
    memory.pass(0, 2, 0)
    memory.pass(0, 0.1, 23 * HOUR)
    expect(memory.pass(0, 2, 24 * HOUR)).toBe(0.3)
    memory.pass(0, 0.1, 51 * HOUR)
    expect(memory.pass(0, 2, 52 * HOUR)).toBe(2)
  })

  it('is open from an alarm on until a quiet day has passed', () => {
    const memory = open()
    memory.pass(0, 0.9, 0)
    expect(memory.isOpen(0)).toBe(false)
    memory.pass(0, 1.1, MINUTES)
    expect([memory.isOpen(0), memory.isOpen(1)]).toEqual([true, false])
    memory.pass(0, 0, 27 * HOUR)
    expect(memory.isOpen(0)).toBe(false)
  })

  it('does not repeat what was reported otherwise', () => {
    const memory = open()
    memory.note(0, 0)
    expect(memory.pass(0, 1.5, MINUTES)).toBe(0.3)
  })
})
