import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { livePointsCases } from './live-points.contract.ts'
import { logAnalysisCases } from './log-analysis-store.contract.ts'
import { logLinesCases } from './log-lines.contract.ts'
import { archiveCases } from './point-archive.contract.ts'
import type { PointCodec } from './point-codec.ts'
import { integrityCases } from './point-integrity.contract.ts'
import type { DatasetChecksum, PointStore, RecordedChecksum } from './point-store.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 1)
const NAN = Number.NaN

/** The contract of a point store, which is opened with `recorded`. */
export function pointStoreContract(
  name: string,
  codec: PointCodec,
  open: (recorded: RecordedChecksum) => Promise<PointStore>,
): void {
  describe(`${name} as a point store`, () => {
    const { encodePoints, encodeScores, encodeRowScores } = codec
    const records = new Map<string, DatasetChecksum>()
    let store: PointStore
    beforeAll(async () => {
      store = await open((dataset) => Promise.resolve(records.get(dataset)))
    }, 60_000)
    afterAll(() => store?.close())

    const times = (rows: number, from = START, step = MINUTE) =>
      Float64Array.from({ length: rows }, (_, i) => from + i * step)
    const whole = { from: START, to: START + 1000 * MINUTE }

    it('takes a small write, again and again', async () => {
      await store.probe()
      await store.probe()
    })

    it('gives columns back in the order asked for, missing values as NaN', async () => {
      await store.insertPoints(
        'order',
        encodePoints(times(3), [new Float64Array([1, NAN, 3]), new Float64Array([-0.5, 1e300, 5])]),
      )
      const read = await store.readPoints('order', [1, 0])
      expect(Array.from(read.times)).toEqual(Array.from(times(3)))
      expect(read.columns.map((column) => Array.from(column))).toEqual([
        [-0.5, 1e300, 5],
        [1, NAN, 3],
      ])
    })

    it('joins blocks by time, whatever their order, and reads a span without its end', async () => {
      await store.insertPoints('blocks', encodePoints(times(2, START + 2 * MINUTE), [new Float64Array([3, 4])]))
      await store.insertPoints('blocks', encodePoints(times(2), [new Float64Array([1, 2])]))
      const read = await store.readPoints('blocks', [0], { from: START + MINUTE, to: START + 3 * MINUTE })
      expect(Array.from(read.columns[0]!)).toEqual([2, 3])
    })

    it('reads several spans one after the other', async () => {
      await store.insertPoints('spans', encodePoints(times(6), [new Float64Array([1, 2, 3, 4, 5, 6])]))
      const first = { from: START, to: START + MINUTE }
      const second = { from: START + 4 * MINUTE, to: START + 6 * MINUTE }
      expect(Array.from((await store.readPoints('spans', [0], [first, second])).columns[0]!)).toEqual([1, 5, 6])
      expect((await store.readTimes('spans', [])).length).toBe(0)
    })

    it('reads the rows of given times, and none where there is no such row', async () => {
      await store.insertPoints('chosen', encodePoints(times(6), [new Float64Array([1, 2, 3, 4, 5, 6])]))
      const chosen = { times: Float64Array.from([START + MINUTE, START + MINUTE + 1, START + 5 * MINUTE]) }
      expect(Array.from((await store.readPoints('chosen', [0], chosen)).columns[0]!)).toEqual([2, 6])
      expect((await store.readTimes('chosen', { times: new Float64Array(0) })).length).toBe(0)
    })

    it('reads the rows of very many times, of several series in the order asked for', async () => {
      const rows = 60_000
      const values = Float64Array.from({ length: rows }, (_, row) => row)
      await store.insertPoints('many-times', encodePoints(times(rows), [values, values.map((value) => -value)]))
      const odd = Float64Array.from({ length: rows / 2 }, (_, k) => START + (2 * k + 1) * MINUTE)
      const read = await store.readPoints('many-times', [1, 0], { times: odd })
      expect(read.times).toEqual(odd)
      expect(read.columns.map((column) => [column.length, column[0], column.at(-1)])).toEqual([
        [rows / 2, -1, 1 - rows],
        [rows / 2, 1, rows - 1],
      ])
    })

    it('counts a block once that was sent twice', async () => {
      const block = encodePoints(times(4), [new Float64Array([1, 2, 3, 4])])
      await store.insertPoints('twice', block)
      await store.insertPoints('twice', block)
      expect((await store.readTimes('twice')).length).toBe(4)
    })

    it('finds a dataset that was queried before it was written', async () => {
      expect((await store.readTimes('early')).length).toBe(0)
      const block = encodePoints(times(4), [new Float64Array([1, 2, 3, 4])])
      await store.insertPoints('early', block)
      await store.insertPoints('early', block)
      expect((await store.readTimes('early')).length).toBe(4)
    })

    it('keeps the last of rows with the same time, in one block too', async () => {
      const twice = Float64Array.from([START, START, START + MINUTE])
      await store.insertPoints('same-time', encodePoints(twice, [new Float64Array([1, 2, 3])]))
      expect(Array.from((await store.readPoints('same-time', [0])).columns[0]!)).toEqual([2, 3])
      expect(await store.describe('same-time')).toMatchObject([{ rows: 2, mean: 2.5 }])
    })

    it('summarises a part of a dataset', async () => {
      await store.insertPoints('part', encodePoints(times(4), [new Float64Array([1, 2, Number.NaN, 40])]))
      const request = { from: START, to: START + 3 * MINUTE, stepMs: MINUTE, rates: [], maxSteps: 0 }
      const read = await store.summarise('part', request)
      expect([Array.from(read.steps), read.min[0], read.max[0], read.mean[0]]).toEqual([[2], 1, 2, 1.5])
    })

    it('keeps datasets apart', async () => {
      await store.insertPoints('apart-a', encodePoints(times(1), [new Float64Array([1])]))
      await store.insertPoints('apart-b', encodePoints(times(1), [new Float64Array([2])]))
      expect(Array.from((await store.readPoints('apart-a', [0])).columns[0]!)).toEqual([1])
    })

    it('answers a dataset that does not exist with nothing', async () => {
      expect((await store.readPoints('nowhere', [0, 1])).columns.map((column) => column.length)).toEqual([0, 0])
    })

    it('takes a file of four hundred months, of the year 1 and of 1970 in one block', async () => {
      const month = 30 * 86_400_000
      const odd = Float64Array.from([Date.UTC(1, 0, 1), -1, 0, 5, ...times(400, 6, month)])
      await store.insertPoints('months', encodePoints(odd, [new Float64Array(odd.length).fill(1)]))
      expect(Array.from(await store.readTimes('months'))).toEqual(Array.from(odd).sort((a, b) => a - b))
    })

    it('gives scores back as they were stored', async () => {
      await store.insertScores(
        'scores',
        encodeScores(times(2), {
          series: [0, 1],
          probability: [new Float32Array([0.5, NAN]), new Float32Array([0.25, 1])],
          side: [new Int8Array([1, 0]), new Int8Array([-1, 1])],
          low: [new Float32Array([1, 2]), new Float32Array([3, 4])],
          high: [new Float32Array([5, 6]), new Float32Array([7, 8])],
        }),
      )
      const read = await store.readScores('scores', [1, 0], whole)
      expect(read.probability.map((column) => Array.from(column))).toEqual([
        [0.25, 1],
        [0.5, NAN],
      ])
      expect(read.side.map((column) => Array.from(column))).toEqual([
        [-1, 1],
        [1, 0],
      ])
      expect([Array.from(read.low[0]!), Array.from(read.high[1]!)]).toEqual([
        [3, 4],
        [5, 6],
      ])
    })

    it('counts scores once that were sent twice', async () => {
      const one = { series: [3], side: [new Int8Array(2)], low: [new Float32Array(2)], high: [new Float32Array(2)] }
      const block = encodeScores(times(2), { ...one, probability: [new Float32Array([0.5, 0.25])] })
      const rows = encodeRowScores(times(2), new Float64Array([0.5, 0.25]), new Int8Array(2))
      for (let time = 0; time < 2; time++)
        await Promise.all([store.insertScores('scored-twice', block), store.insertRowScores('scored-twice', rows)])
      expect(Array.from((await store.readScores('scored-twice', [3])).probability[0]!)).toEqual([0.5, 0.25])
      expect(Array.from((await store.readRowScores('scored-twice')).probability)).toEqual([0.5, 0.25])
    })

    it('gives row scores back as they were stored', async () => {
      await store.insertRowScores(
        'rows',
        encodeRowScores(times(3), new Float64Array([0.5, NAN, 1e-300]), new Int8Array([1, 0, -1])),
      )
      const read = await store.readRowScores('rows')
      expect([Array.from(read.times), Array.from(read.probability), Array.from(read.direction)]).toEqual([
        Array.from(times(3)),
        [0.5, NAN, 1e-300],
        [1, 0, -1],
      ])
    })

    it('reduces to minimum, maximum and count a bucket, leaving out empty buckets', async () => {
      const values = new Float64Array([1, 9, 5, NAN, NAN, 2])
      await store.insertPoints('reduce', encodePoints(times(6), [values]))
      const read = await store.reducePoints('reduce', { ...whole, series: [0], bucketMs: 2 * MINUTE })
      expect([read.bucket, read.min, read.max, read.count].map((column) => Array.from(column))).toEqual([
        [0, 1, 2],
        [1, 5, 2],
        [9, 5, 2],
        [2, 1, 1],
      ])
      const at = times(6)
      expect([Array.from(read.first), Array.from(read.last)]).toEqual([
        [at[0], at[2], at[5]],
        [at[1], at[2], at[5]],
      ])
      const bounded = await store.reducePoints('reduce', {
        ...whole,
        series: [0],
        bucketMs: 2 * MINUTE,
        lastBucket: 1,
      })
      expect([Array.from(bounded.bucket), Array.from(bounded.count)]).toEqual([
        [0, 1],
        [2, 2],
      ])
    })

    it('keeps the least probable flagged point of every bucket with its own time and value', async () => {
      const values = new Float64Array([10, 99, 12, 13, 14, 15])
      await store.insertPoints('flag-points', encodePoints(times(6), [values]))
      await store.insertScores(
        'flag-scores',
        encodeScores(times(6), {
          series: [0],
          probability: [new Float32Array([0.009, 0.001, 0.5, 0.5, 0.5, 0.002])],
          side: [new Int8Array([1, -1, 1, 1, 1, 1])],
          low: [new Float32Array([1, 3, 1, 1, 1, 1])],
          high: [new Float32Array([20, 20, 20, 20, 20, 20])],
        }),
      )
      const read = await store.reduceScores('flag-scores', 'flag-points', 0.01, {
        ...whole,
        series: [0],
        bucketMs: 3 * MINUTE,
      })
      expect(Array.from(read.flaggedAt)).toEqual([START + MINUTE, START + 5 * MINUTE])
      expect(Array.from(read.flaggedValue)).toEqual([99, 15])
      expect(Array.from(read.side)).toEqual([-1, 1])
      expect(read.probability[0]).toBeCloseTo(0.001)
      expect(read.low[0]).toBeCloseTo(5 / 3)
    })

    it('gives the flagged points of each series their own values, and NaN where a point is missing', async () => {
      await store.insertPoints(
        'pair-points',
        encodePoints(times(3), [new Float64Array([1, 2, 3]), new Float64Array([10, NAN, 30])]),
      )
      const flags = new Float32Array([0.001, 0.001, 0.001, 0.001])
      const bounds = new Float32Array(4)
      await store.insertScores(
        'pair-scores',
        encodeScores(times(4), {
          series: [0, 1],
          probability: [flags, new Float32Array([0.5, 0.001, 0.001, 0.5])],
          side: [new Int8Array(4), new Int8Array(4)],
          low: [bounds, bounds],
          high: [bounds, bounds],
        }),
      )
      const read = await store.reduceScores('pair-scores', 'pair-points', 0.01, {
        ...whole,
        series: [0, 1],
        bucketMs: MINUTE,
      })
      expect(Array.from(read.flaggedValue)).toEqual([1, 2, 3, NAN, NAN, NAN, 30, NAN])
    })

    it('returns NaN for the flagged point of a bucket without one', async () => {
      const read = await store.reduceScores('flag-scores', 'flag-points', 1e-9, {
        ...whole,
        series: [0],
        bucketMs: 3 * MINUTE,
      })
      expect([Array.from(read.flaggedAt), Array.from(read.flaggedValue)]).toEqual([
        [NAN, NAN],
        [NAN, NAN],
      ])
    })

    it('reduces row scores to the least probable row of a bucket, with its direction', async () => {
      await store.insertRowScores(
        'degree',
        encodeRowScores(times(4), new Float64Array([0.5, 0.1, NAN, 0.2]), new Int8Array([1, -1, 1, 1])),
      )
      const read = await store.reduceRowScores('degree', { ...whole, bucketMs: 2 * MINUTE })
      expect([Array.from(read.bucket), Array.from(read.probability), Array.from(read.direction)]).toEqual([
        [0, 1],
        [0.1, 0.2],
        [-1, 1],
      ])
    })

    it('describes each series by its present values', async () => {
      await store.insertPoints(
        'describe',
        encodePoints(times(4), [new Float64Array([2, NAN, 4, 6]), new Float64Array(4).fill(NAN)]),
      )
      const [first, second] = await store.describe('describe')
      expect(first).toMatchObject({ series: 0, rows: 4, present: 3, min: 2, max: 6, mean: 4 })
      expect(first!.deviation).toBeCloseTo(Math.sqrt(8 / 3))
      expect(second).toMatchObject({ series: 1, rows: 4, present: 0, min: NAN, mean: NAN })
    })

    it('deletes dropped datasets and no other', async () => {
      await store.insertPoints('drop-a', encodePoints(times(3), [new Float64Array(3)]))
      await store.insertPoints('drop-b', encodePoints(times(3), [new Float64Array(3)]))
      await store.drop(['drop-a'])
      await expect
        .poll(async () => (await store.readTimes('drop-a')).length, { timeout: 20_000, interval: 200 })
        .toBe(0)
      expect((await store.readTimes('drop-b')).length).toBe(3)
    })

    it('refuses a name that could be more than a name', async () => {
      await expect(store.readTimes("a' OR 1")).rejects.toThrow(RangeError)
    })

    integrityCases(codec, records, () => store)
    livePointsCases(codec, () => store)
    logLinesCases(() => store)
    logAnalysisCases(() => store)
    archiveCases(codec, () => store)
  })
}
