import { describe, expect, it } from 'vitest'
import type { PointStore } from '../../ports/point-store.ts'
import { fillRates } from './fill-rates.ts'

const MINUTE = 60_000
const START = 1000 * MINUTE

/** A store of one value a step, by number of series and minutes from the start. */
function storeOf(stored: readonly (readonly (number | null)[])[]): Pick<PointStore, 'readGrid'> {
  return {
    readGrid: async (_, series, { from, to }) => {
      const times = Float64Array.from({ length: (to - from) / MINUTE }, (__, row) => from + row * MINUTE)
      const columns = series.map((one) => times.map((time) => stored[one]![(time - START) / MINUTE] ?? Number.NaN))
      return { times, columns }
    },
  }
}

async function ratesOf(
  stored: Parameters<typeof storeOf>[0],
  { from = 0, to = 5, bucket = 1, maxCells = 1e6, first = 0 } = {},
): Promise<{ min: (number | null)[]; max: (number | null)[]; count: number[] }[]> {
  const length = Math.ceil((to - from) / bucket)
  const lines = stored.map(() => ({
    min: new Array<number | null>(length).fill(null),
    max: new Array<number | null>(length).fill(null),
    count: new Array<number>(length).fill(0),
  }))
  const span = { from: START + from * MINUTE, to: START + to * MINUTE, bucketMs: bucket * MINUTE }
  const reduction = { ...span, series: [...stored.keys()] }
  await fillRates(storeOf(stored), 'shop', lines, {
    reduction,
    stepMs: MINUTE,
    maxCells,
    firstTime: START + first * MINUTE,
  })
  return lines
}

const BY_HAND = [0, 60, 120, 30, 90]

describe('fillRates', () => {
  it('gives the increase per second from step to step, and counts from 0 after a reset', async () => {
    const rates = [null, 1, 1, 0.5, 1]
    expect(await ratesOf([BY_HAND])).toEqual([{ min: rates, max: rates, count: [0, 1, 1, 1, 1] }])
    expect(await ratesOf([BY_HAND], { bucket: 5 })).toEqual([{ min: [0.5], max: [1], count: [4] }])
    expect(await ratesOf([BY_HAND], { bucket: 3 })).toEqual([{ min: [1, 0.5], max: [1, 1], count: [2, 2] }])
  })

  it('needs the values before the span, so that parts of it give what the whole does', async () => {
    expect((await ratesOf([BY_HAND], { from: 3, to: 4 }))[0]!.max).toEqual([0.5])
    expect((await ratesOf([BY_HAND], { from: 4 }))[0]!.max).toEqual([1])
  })

  it('divides by the steps in between, and leaves those without a value empty', async () => {
    const [line, other] = await ratesOf([
      [0, null, 240, 240, null],
      [null, 7, null, null, null],
    ])
    expect([line!.max, line!.count]).toEqual([
      [null, null, 2, 0, null],
      [0, 0, 1, 1, 0],
    ])
    expect(other!.max).toEqual([null, null, null, null, null])
  })

  it('gives none across more than an hour of minutes', async () => {
    const after = (steps: number) => [0, ...new Array<null>(steps - 1).fill(null), 60 * steps]
    expect((await ratesOf([after(60)], { to: 61, bucket: 61 }))[0]!.max).toEqual([1])
    expect((await ratesOf([after(61)], { to: 62, bucket: 62 }))[0]!.max).toEqual([null])
  })

  it('gives the same however much is read at once', async () => {
    const all = await ratesOf([BY_HAND, BY_HAND], { bucket: 2 })
    for (const maxCells of [1, 4, 6, 125])
      expect(await ratesOf([BY_HAND, BY_HAND], { bucket: 2, maxCells })).toEqual(all)
  })
  it('reads nothing before the first sample', async () => {
    expect((await ratesOf([BY_HAND], { first: 2.5 }))[0]!.max).toEqual([null, null, null, 0.5, 1])
  })
})
