import { describe, expect, it } from 'vitest'
import { createRandom, normal, type Random } from '../stats/random.ts'
import { createPackedStore, createPlainStore, type DetectorStore } from './detector-store.ts'
import type { StreamPoint } from './series-detector.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5)
/** Of what an alarm takes. */
const MAX_ERROR = 0.05

type Curve = (time: number, random: Random) => number
const daily = (time: number): number => Math.sin((2 * Math.PI * time) / DAY)
const isWeekend = (time: number): boolean => Math.floor((time - START) / DAY) % 7 >= 5

const curves: readonly [string, Curve][] = [
  ['noise', (_, random) => 50 + 2 * normal(random)],
  ['a day', (time, random) => 50 + 20 * daily(time) + 2 * normal(random)],
  ['a week', (time, random) => 50 + 20 * daily(time) * (isWeekend(time) ? 0.3 : 1) + 2 * normal(random)],
  ['whole numbers', (_, random) => Math.max(0, Math.round(3 + 2 * normal(random)))],
  ['a constant', () => 7],
]

/** A fault of a hundred rows in the middle, and a spike each three days. */
function simulate(curve: Curve, rows: number, stepMs: number): Float64Array {
  const random = createRandom(11)
  const from = Math.floor(rows / 2)
  return Float64Array.from({ length: rows }, (_, row) => {
    const time = START + row * stepMs
    const isFault = (row >= from && row < from + 100) || (time - START) % (3 * DAY) === 0
    return curve(time, random) + (isFault ? 40 : 0)
  })
}

function push(store: DetectorStore, values: Float64Array, stepMs: number): StreamPoint[] {
  store.add()
  return [...values].map((value, row) => store.open(0).push(START + row * stepMs, value))
}

/** Alarms, but for those that are so near the threshold that rounding decides. */
function alarmsOf(points: readonly StreamPoint[], compared: readonly StreamPoint[]): boolean[] {
  return points
    .filter((_, row) => Math.abs(Math.abs(compared[row]!.val) - 1) > MAX_ERROR)
    .map(({ val }) => Math.abs(val) >= 1)
}

describe('a packed detector', () => {
  it.each(curves.flatMap(([name, curve]) => [5, 60].map((minutes): [string, number, Curve] => [name, minutes, curve])))(
    'says of %s each %d minutes what one says that is not packed',
    (_, minutes, curve) => {
      const stepMs = minutes * MINUTE
      const values = simulate(curve, (16 * DAY) / stepMs, stepMs)
      const plain = push(createPlainStore(), values, stepMs)
      const packed = push(createPackedStore(), values, stepMs)
      const off = plain.map(({ val }, row) => Math.abs(val - packed[row]!.val))
      expect(Math.max(...off)).toBeLessThan(MAX_ERROR)
      expect(alarmsOf(packed, plain)).toEqual(alarmsOf(plain, plain))
      expect(packed.map(({ reason }) => reason)).toEqual(plain.map(({ reason }) => reason))
    },
  )

  it('says about the same when counts have been halved', () => {
    const values = simulate(curves[1]![1], 20_700, MINUTE)
    const plain = push(createPlainStore(), values, MINUTE)
    const packed = push(createPackedStore(), values, MINUTE)
    const off = plain.map(({ val }, row) => Math.abs(val - packed[row]!.val))
    expect(Math.max(...off)).toBeLessThan(MAX_ERROR)
    expect(alarmsOf(packed, plain)).toEqual(alarmsOf(plain, plain))
  })

  it('takes no more than 3.5 kB after weeks of noise, less than 1.5 kB of a constant, and a third of a kB after eight values', () => {
    const bytesOf = (curve: Curve, rows = 8 * 288): number => {
      const store = createPackedStore()
      push(store, simulate(curve, rows, 5 * MINUTE), 5 * MINUTE)
      const saved = store.save()
      return 'blocks' in saved ? 4 * saved.blocks.slabs[0]![0]! : Number.NaN
    }
    expect(bytesOf(curves[0]![1])).toBeLessThan(3500)
    expect(bytesOf(() => 7)).toBeLessThan(1500)
    expect(bytesOf(curves[0]![1], 8)).toBeLessThan(350)
  })
})
