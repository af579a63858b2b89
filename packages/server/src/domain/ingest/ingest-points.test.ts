import { describe, expect, it } from 'vitest'
import { keepWithin } from './ingest-points.ts'

const seriesOf = (id: string) => ({ id, metric: id, instance: '' })

describe('keepWithin', () => {
  it('leaves out points that are not within the limits, and new series that have no other', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(seriesOf)
    const batch = {
      series: Int32Array.of(-1, 7, -2, -3, -3, 7),
      unknown: [a!, b!, c!],
      hashes: Uint32Array.of(1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
      times: Float64Array.of(10, 11, 12, 13, 14, 15),
      values: Float64Array.of(0, 1, 2, 3, 4, 5),
    }
    expect(keepWithin(batch, Uint8Array.of(0, 1, 1, 0, 1, 0))).toEqual({
      series: Int32Array.of(7, -1, -2),
      unknown: [b, c],
      hashes: Uint32Array.of(2, 2, 2, 2, 3, 3, 3, 3),
      times: Float64Array.of(11, 12, 14),
      values: Float64Array.of(1, 2, 4),
    })
  })
})
