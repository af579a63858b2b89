import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { createPackedStore, createPlainStore, type DetectorStore } from './detector-store.ts'
import type { StreamPoint } from './series-detector.ts'
import { createStreamDetector } from './stream-detector.ts'

declare function structuredClone<T>(value: T): T

const START = Date.UTC(2026, 0, 5)
const HOUR = 3_600_000
const SERIES = 20

function simulate(rows: number): number[][] {
  const random = createRandom(3)
  const sampleOf = (series: number, row: number) => 10 ** (series % 4) * (50 + normal(random) + (row > 350 ? 20 : 0))
  return Array.from({ length: rows }, (_, row) => Array.from({ length: SERIES }, (_, series) => sampleOf(series, row)))
}

function open(store: DetectorStore): DetectorStore {
  for (let series = 0; series < SERIES; series++) store.add()
  return store
}

function push(store: DetectorStore, rows: readonly number[][], from = 0): StreamPoint[] {
  return rows.flatMap((values, row) =>
    values.map((value, series) => store.open(series).push(START + (from + row) * HOUR, value)),
  )
}

const rows = simulate(400)

describe('createPlainStore', () => {
  it('gives each of many series what a detector of its own gives', () => {
    const own = Array.from({ length: SERIES }, () => createStreamDetector({ size: 'small' }))
    const expected = rows.flatMap((values, row) =>
      values.map((value, series) => own[series]!.push(START + row * HOUR, value)),
    )
    expect(push(open(createPlainStore()), rows)).toEqual(expected)
  })

  it('takes no states that are packed', () => {
    expect(() => createPlainStore(open(createPackedStore()).save())).toThrow(RangeError)
  })
})

describe.each([
  ['plain', createPlainStore],
  ['packed', createPackedStore],
])('a %s store', (_, create) => {
  it('goes on from its saved states as if nothing had happened', () => {
    const first = open(create())
    const before = push(first, rows.slice(0, 300))
    const second = create(structuredClone(first.save()))
    const after = push(second, rows.slice(300), 300)
    expect(after).toEqual(push(open(create()), rows).slice(before.length))
    expect(push(first, rows.slice(300), 300)).toEqual(after)
  })

  it('gives the same whether all series have a value or one alone, and in any order', () => {
    const expected = push(open(create()), rows).filter((_, at) => at % SERIES === 17)
    const alone = open(create())
    expect(rows.map((values, row) => alone.open(17).push(START + row * HOUR, values[17]!))).toEqual(expected)
    const backwards = open(create())
    const found = rows.map((values, row) => {
      const points = values.map((_, k) => {
        const series = SERIES - 1 - k
        return backwards.open(series).push(START + row * HOUR, values[series]!)
      })
      return points[SERIES - 1 - 17]
    })
    expect(found).toEqual(expected)
  })

  it('begins one anew and leaves the others as they are', () => {
    const store = open(create())
    push(store, rows.slice(0, 200))
    store.renew(5)
    store.add()
    expect([store.open(4).count, store.open(5).count, store.open(6).count, store.open(20).count]).toEqual([
      200, 0, 200, 0,
    ])
  })
})

describe('createPackedStore', () => {
  it('goes on from states that are not packed', () => {
    const plain = open(createPlainStore())
    push(plain, rows.slice(0, 300))
    const packed = createPackedStore(plain.save())
    const points = push(packed, rows.slice(300), 300)
    const expected = push(plain, rows.slice(300), 300)
    for (const [at, { score }] of points.entries()) expect(score).toBeCloseTo(expected[at]!.score, 1)
  })
})
