import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { type BitReader, createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
import { createPointGrid, GRID_MS } from './point-grid.ts'

const open = () => createPointGrid(createArena(new ArrayBuffer(256)))
const START = 1000 * GRID_MS

/** What is due at each point of a series. */
function dueOf(values: readonly number[], stepMs: number) {
  const grid = open()
  return values.map((value, row) => {
    const due = grid.add(START + row * stepMs, value)
    return due && [due.time - START, due.value]
  })
}

function readerOf(words: Uint32Array): BitReader {
  const reader = createBitReader()
  reader.start(words, 0)
  return reader
}

describe('createPointGrid', () => {
  it('gives the mean of five minutes once they are over', () => {
    const minute = 60_000
    expect(dueOf([1, 2, 3, 4, 5, 60, 61], minute)).toEqual([
      [0, 1],
      undefined,
      undefined,
      undefined,
      undefined,
      [GRID_MS / 2, 3],
      undefined,
    ])
  })

  it('leaves points that are five minutes apart or more as they are', () =>
    expect(dueOf([1, 2, 3], GRID_MS)).toEqual([
      [0, 1],
      [GRID_MS, 2],
      [2 * GRID_MS, 3],
    ]))

  it('holds what was said between two points when the last three were alarms on one side', () => {
    const grid = open()
    const heldAfter = (...vals: number[]) => {
      for (const val of vals) grid.note({ val, probability: 0.001 })
      return grid.held().val
    }
    expect(heldAfter(1.5, 3)).toBe(0)
    expect(heldAfter(2)).toBe(1.5)
    expect(heldAfter(0.9)).toBe(0)
    expect(heldAfter(2, 2, -2)).toBe(0)
    expect(grid.held()).toEqual({ val: 0, probability: 1 })
  })

  it('goes on from a packed state as if nothing had happened', () => {
    const grid = open()
    for (let row = 0; row < 7; row++) grid.add(START + row * 60_000, row)
    for (const val of [-2, -3, -4]) grid.note({ val, probability: 0.25 })
    const out = createBitWriter()
    grid.pack(out)
    const restored = open()
    restored.unpack(readerOf(out.end()))
    expect(restored.held()).toEqual({ val: -2, probability: 0.25 })
    expect({ ...restored.add(START + 2 * GRID_MS, 9) }).toEqual({ ...grid.add(START + 2 * GRID_MS, 9) })
  })
})
