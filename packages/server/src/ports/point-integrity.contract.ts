import { describe, expect, it } from 'vitest'
import type { PointCodec } from './point-codec.ts'
import type { DatasetChecksum, PointStore } from './point-store.ts'
import { DatasetDamagedError } from './point-store-errors.ts'

const times = Float64Array.of(0, 1000, 2000, 3000)
const columns = [Float64Array.of(1, 2, Number.NaN, 4), Float64Array.of(5, 6, 7, 8)]

/** The contract for detecting damaged datasets. The store was opened with `records`. */
export function integrityCases(
  codec: PointCodec,
  records: Map<string, DatasetChecksum>,
  storeOf: () => PointStore,
): void {
  describe('integrity', () => {
    const write = (dataset: string) => storeOf().insertPoints(dataset, codec.encodePoints(times, columns))

    it('gives the same checksum for the same points, in whatever blocks and order they came', async () => {
      const store = storeOf()
      await write('sum-whole')
      await store.insertPoints(
        'sum-chunks',
        codec.encodePoints(
          times.subarray(2),
          columns.map((column) => column.subarray(2)),
        ),
      )
      await store.insertPoints(
        'sum-chunks',
        codec.encodePoints(
          times.subarray(0, 2),
          columns.map((column) => column.subarray(0, 2)),
        ),
      )
      const whole = await store.computeChecksum('sum-whole')
      expect(whole).toEqual({ rows: 8, checksum: expect.stringMatching(/^[0-9a-f]{16}$/) })
      expect(await store.computeChecksum('sum-chunks')).toEqual(whole)
    })

    it('gives another checksum when one value differs or two series are swapped', async () => {
      const store = storeOf()
      await write('differs-not')
      await store.insertPoints('differs-value', codec.encodePoints(times, [columns[0]!, Float64Array.of(5, 6, 7, 8.5)]))
      await store.insertPoints('differs-series', codec.encodePoints(times, [columns[1]!, columns[0]!]))
      const sums = await Promise.all(
        ['differs-not', 'differs-value', 'differs-series'].map((dataset) => store.computeChecksum(dataset)),
      )
      expect(new Set(sums.map(({ checksum }) => checksum)).size).toBe(3)
    })

    it('counts a block once that was sent twice, and the scores with the points', async () => {
      const store = storeOf()
      await write('sum-once')
      const once = await store.computeChecksum('sum-once')
      await write('sum-twice')
      await write('sum-twice')
      expect(await store.computeChecksum('sum-twice')).toEqual(once)
      await store.insertRowScores('sum-twice', codec.encodeRowScores(times, new Float64Array(4), new Int8Array(4)))
      expect((await store.computeChecksum('sum-twice')).rows).toBe(12)
    })

    it('verifies a dataset against what was recorded', async () => {
      const store = storeOf()
      await write('verified')
      expect(await store.verify('verified')).toBe('unrecorded')
      const recorded = await store.computeChecksum('verified')
      records.set('verified', recorded)
      expect(await store.verify('verified')).toBe('intact')
      records.set('verified', { ...recorded, checksum: '0123456789abcdef' })
      await expect(store.verify('verified')).rejects.toMatchObject({
        name: 'DatasetDamagedError',
        dataset: 'verified',
        reason: expect.stringContaining('0123456789abcdef'),
      })
    })

    it('refuses every kind of read of a dataset that holds fewer rows than were recorded', async () => {
      const store = storeOf()
      await write('short')
      records.set('short', { rows: 10, checksum: '0' })
      const span = { from: 0, to: 4000 }
      const reads = [
        () => store.readTimes('short'),
        () => store.readPoints('short', [0]),
        () => store.readScores('short', [0]),
        () => store.readRowScores('short'),
        () => store.reducePoints('short', { ...span, series: [0], bucketMs: 1000 }),
        () => store.reduceScores('short', 'verified', 0.5, { ...span, series: [0], bucketMs: 1000 }),
        () => store.reduceRowScores('short', { ...span, bucketMs: 1000 }),
        () => store.describe('short'),
        () => store.readGrid('short', [0], span, 1000),
      ]
      for (const read of reads) await expect(read()).rejects.toThrow(DatasetDamagedError)
      await expect(store.readTimes('short')).rejects.toThrow('2 of 10 rows are missing')
    })

    it('reads a dataset again once what was missing is back', async () => {
      const store = storeOf()
      await store.insertPoints(
        'healed',
        codec.encodePoints(
          times.subarray(2),
          columns.map((column) => column.subarray(2)),
        ),
      )
      records.set('healed', { rows: 8, checksum: '0' })
      await expect(store.readPoints('healed', [1])).rejects.toThrow(DatasetDamagedError)
      await store.setBrokenPartsAside('healed')
      await write('healed')
      expect(Array.from((await store.readPoints('healed', [1])).columns[0]!)).toEqual([5, 6, 7, 8])
    })

    it('names no damage where there is none', async () => {
      expect(await storeOf().damage()).toEqual([])
    })
  })
}
