import { describe, expect, it } from 'vitest'
import type { PointBlock } from './point-archive.ts'
import type { PointCodec } from './point-codec.ts'
import type { PointStore } from './point-store.ts'

/** The contract for archiving and restoring points. */
export function archiveCases(codec: PointCodec, storeOf: () => PointStore): void {
  describe('archive', () => {
    const copy = async (table: string, from: string, to: string): Promise<number> => {
      const { archive } = storeOf()
      let rows = 0
      for await (const block of archive.read(table, from)) {
        rows += block.rows
        await archive.write(table, to, block.bytes)
      }
      return rows
    }

    it('brings back every bit of a value, also of one that is missing', async () => {
      const store = storeOf()
      const times = Float64Array.of(-1000, 0, 253_402_300_799_999)
      const values = Float64Array.of(0.1 + 0.2, Number.NaN, -5e-324)
      await store.insertPoints('kept', codec.encodePoints(times, [values, values]))
      expect(await copy('points', 'kept', 'brought-back')).toBe(6)
      expect(await store.readPoints('brought-back', [0, 1])).toEqual(await store.readPoints('kept', [0, 1]))
      expect(await store.archive.digest('points', 'brought-back')).toEqual(await store.archive.digest('points', 'kept'))
    })

    it('reads more rows than a block has, each once and in the order of the key', async () => {
      const store = storeOf()
      const rows = 150_000
      const times = Float64Array.from({ length: rows }, (_, row) => row * 1000)
      const column = (shift: number) => Float64Array.from(times, (time) => time / 1000 + shift)
      await store.insertPoints('long', codec.encodePoints(times, [column(0), column(0.5), column(7)]))
      const blocks: PointBlock[] = []
      for await (const block of store.archive.read('points', 'long')) blocks.push(block)
      expect(blocks.length).toBeGreaterThan(1)
      expect(blocks.reduce((sum, block) => sum + block.rows, 0)).toBe(3 * rows)
      for (const { bytes } of blocks) await store.archive.write('points', 'long-again', bytes)
      expect(await store.archive.digest('points', 'long-again')).toEqual(await store.archive.digest('points', 'long'))
    })

    it('gives of rows that replaced each other the last one', async () => {
      const store = storeOf()
      const write = (value: number) =>
        store.insertPoints('replaced', codec.encodePoints(Float64Array.of(1000), [Float64Array.of(value)]))
      await write(1)
      await write(2)
      expect(await copy('points', 'replaced', 'replaced-again')).toBe(1)
      expect((await store.readPoints('replaced-again', [0])).columns).toEqual([Float64Array.of(2)])
    })

    it('brings back live points of several months', async () => {
      const store = storeOf()
      const times = Float64Array.from({ length: 14 }, (_, month) => Date.UTC(2025, month, 3))
      await store.append('p_kept', { series: new Uint32Array(14).fill(3), times, values: times })
      expect(await copy('live_points', 'p_kept', 'p_again')).toBe(14)
      expect(await store.archive.digest('live_points', 'p_again')).toEqual(
        await store.archive.digest('live_points', 'p_kept'),
      )
    })

    it('gives nothing of a dataset that is not there', async () => {
      const { archive } = storeOf()
      expect(await copy('scores', 'nothing', 'nothing-again')).toBe(0)
      expect((await archive.digest('scores', 'nothing')).rows).toBe(0)
      expect(await archive.isEmpty()).toBe(false)
    })
  })
}
