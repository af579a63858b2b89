import { describe, expect, it } from 'vitest'
import type { DecodedBatch } from '../ports/decoded-batch.ts'
import { createSeriesTable } from '../ports/series-table.ts'
import { type Bytes, bytesField, doubleField, numberField, textField } from '../testing/protobuf-writer.ts'
import { DamagedError } from './decompress-errors.ts'
import { decodeOtlpMetrics } from './otlp-metrics.ts'

const GAUGE = 5
const SUM = 7

describe('data points of OTLP that are read where they lie', () => {
  it('have their millisecond to the last nanosecond of it', () => {
    const times = [1_795_413_913_573_000_000n, 1_795_413_913_573_999_999n, 999_999n, 2n ** 63n - 1n]
    const points = times.map((time) => point({ time, value: doubleField(4, 1) }))
    const { points: read, rejects } = decode(GAUGE, points)
    expect([...read.times]).toEqual([1_795_413_913_573, 1_795_413_913_573, Number(2n ** 63n / 1_000_000n)])
    expect(rejects).toMatchObject([{ reason: 'badTime', count: 1 }])
  })

  it('have whole numbers with their sign, and the double where they have both', () => {
    const whole = (value: bigint) => [6 * 8 + 1, ...new Uint8Array(BigInt64Array.of(value).buffer)]
    const values = [whole(-3n), whole(2n ** 53n), whole(-(2n ** 40n)), [...whole(7n), ...doubleField(4, 0.5)], []]
    const read = decode(
      SUM,
      values.map((value) => point({ value })),
    )
    expect([...read.points.values]).toEqual([-3, 2 ** 53, -(2 ** 40), 0.5, Number.NaN])
  })

  it('are of one series where their attributes are the same, wherever these stand', () => {
    const attribute = (name: string) => bytesField(7, textField(1, 'host'), bytesField(2, textField(1, name)))
    const read = decode(GAUGE, [
      point({ value: [...attribute('a'), ...doubleField(4, 1)] }),
      point({ value: [...doubleField(4, 2), ...attribute('b')] }),
      point({ value: [...doubleField(4, 3), ...attribute('a')] }),
    ])
    expect(read.points.unknown.map(({ metric }) => metric)).toEqual(['load{host="a"}', 'load{host="b"}'])
    expect([...read.points.series]).toEqual([-1, -2, -1])
  })

  it('are counters where the sum, behind its points, says so', () => {
    const [monotonic, cumulative] = [numberField(3, 1), numberField(2, 2)]
    const [one] = decode(SUM, [point({ value: doubleField(4, 1) })], [...cumulative, ...monotonic]).points.unknown
    const [other] = decode(SUM, [point({ value: doubleField(4, 1) })], cumulative).points.unknown
    expect([one!.type, other!.type]).toEqual(['counter', 'gauge'])
  })

  it('are damaged when they are cut off anywhere', () => {
    const whole = point({ value: doubleField(4, 1) })
    for (let length = 1; length < whole.length; length++) {
      const data = [...bytesField(1, whole.slice(0, length)), 0]
      expect(() => decodeOtlpMetrics(request(GAUGE, data), createSeriesTable()), String(length)).toThrow(DamagedError)
    }
  })
})

function point({ time = 1_795_413_913_573_000_000n, value }: { time?: bigint; value: Bytes }): number[] {
  return [3 * 8 + 1, ...new Uint8Array(BigUint64Array.of(time).buffer), ...value]
}

function request(kind: number, data: Bytes): Uint8Array {
  const metric = bytesField(2, textField(1, 'load'), bytesField(kind, data))
  return Uint8Array.from(bytesField(1, bytesField(2, metric)))
}

function decode(kind: number, points: readonly Bytes[], behind: Bytes = []): Extract<DecodedBatch, { kind: 'points' }> {
  const data = [...points.flatMap((one) => bytesField(1, one)), ...behind]
  const batch = decodeOtlpMetrics(request(kind, data), createSeriesTable())
  if (batch.kind !== 'points') throw new Error(batch.kind)
  return batch
}
