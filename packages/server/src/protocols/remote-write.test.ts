import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecodedBatch } from '../ports/decoded-batch.ts'
import { SERIES_END } from '../ports/point-store.ts'
import { addSeries, createSeriesTable } from '../ports/series-table.ts'
import { bytesField, doubleField, numberField, textField } from '../testing/protobuf-writer.ts'
import { type SentSeries, writeRequest, writeRequest2 } from '../testing/remote-write-body.ts'
import { DamagedError } from './decompress-errors.ts'
import { decodeRemoteWrite, decodeRemoteWrite2 } from './remote-write.ts'

type Points = Extract<DecodedBatch, { kind: 'points' }>

const up = (more: object = {}): SentSeries => ({
  labels: { __name__: 'up', instance: 'web1:9100', job: 'node', ...more },
  samples: [
    [1_795_000_000_000, 1],
    [1_795_000_015_000, -0.5],
  ],
})

describe.each([
  ['1.0', decodeRemoteWrite, (series: readonly SentSeries[]) => writeRequest(series)],
  ['2.0', decodeRemoteWrite2, writeRequest2],
])('remote_write %s', (_, decode, write) => {
  it('leaves a series with hundreds of labels out, and stores the others', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`l${k}`, 'x']))
    const { points, rejects } = decode(write([up(many), up()]), createSeriesTable()) as Points
    expect([points.times.length, rejects]).toEqual([
      2,
      [{ reason: 'tooLong', count: 2, message: expect.stringContaining('303 labels and may have 64') }],
    ])
  })

  it('makes instance and service of instance and job, part of the name of other labels, and keeps them all', () => {
    const series = up({ zone: 'eu "1"' })
    const { points, rejects } = decode(write([series]), createSeriesTable()) as Points
    expect(points.unknown).toMatchObject([
      {
        id: 'up{zone="eu \\"1\\""}[web1:9100][node]',
        metric: 'up{zone="eu \\"1\\""}',
        instance: 'web1:9100',
        service: 'node',
        labels: series.labels,
      },
    ])
    expect([...points.series]).toEqual([-1, -1])
    expect([...points.times]).toEqual([1_795_000_000_000, 1_795_000_015_000])
    expect([...points.values]).toEqual([1, -0.5])
    expect(rejects).toEqual([])
  })

  it('reports a series that is known by its number alone, wherever it stands in a body', () => {
    const table = createSeriesTable()
    const first = decode(write([up(), up({ zone: 'eu' })]), table) as Points
    expect(first.points.unknown).toHaveLength(2)
    addSeries(table, first.points.hashes.subarray(0, 4), 70)
    addSeries(table, first.points.hashes.subarray(4, 8), 80)
    const again = decode(write([up({ zone: 'us' }), up({ zone: 'eu' }), up()]), table) as Points
    expect([...again.points.series]).toEqual([-1, -1, 80, 80, 70, 70])
    expect(again.points.unknown.map(({ labels }) => labels?.zone)).toEqual(['us'])
  })

  it('tells a marker of staleness from other values that are no numbers, and takes times before 1970 as they are', () => {
    const bits = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)
    const others = [0x7ff8000000000001n, 0x7ff0000000000001n, 0x7ff0000000000000n, 0xfff0000000000000n]
    const values = [0x7ff0000000000002n, ...others].map((value) => [-5, bits(value)] as const)
    const { points, rejects } = decode(write([{ ...up(), samples: values }]), createSeriesTable()) as Points
    expect([...points.values]).toEqual([SERIES_END, ...others.map(() => Number.NaN)])
    expect([...points.times]).toEqual(values.map(() => -5))
    expect(rejects).toEqual([])
  })

  it('counts native histograms, labels that are twice there or not UTF-8, and series without a name', () => {
    const body = write([
      up(),
      { labels: { __name__: 'h' }, samples: [], histograms: 3 },
      { ...up(), labels: { job: 'nameless' } },
      { ...up(), labels: { __name__: 'x', '': 'y' } },
      { ...up(), labels: { __name__: 'x', long: 'l'.repeat(1_000_000) } },
    ])
    const { points, rejects } = decode(body, createSeriesTable()) as Points
    expect(points.times).toHaveLength(2)
    expect(rejects.map(({ reason, count }) => [reason, count])).toEqual([
      ['unsupported', 3],
      ['badName', 4],
      ['tooLong', 2],
    ])
  })

  it('refuses a body that is cut anywhere, and lengths beyond the end, without another error', () => {
    const body = write([up(), up({ zone: 'eu' })])
    let refused = 0
    for (let length = 1; length < body.length; length++)
      try {
        decode(body.subarray(0, length), createSeriesTable())
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedError)
        refused++
      }
    // Between two fields it is whole
    expect(refused).toBeGreaterThan(0.9 * body.length)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(body.length - 1), (noise, at) => {
        const damaged = Buffer.from(body)
        damaged.set(noise.subarray(0, body.length - at), at)
        try {
          decode(damaged, createSeriesTable())
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedError)
        }
      }),
    )
    const huge = Uint8Array.from([0x0a, 0x80, 0x80, 0x80, 0x80, 8, 0x0a])
    expect(() => decode(huge, createSeriesTable())).toThrow(DamagedError)
  })
})

it.each([
  ['1.0', decodeRemoteWrite, writeRequest([up()], [{ metric: 'up', type: 2, unit: 'seconds' }]), 2],
  ['2.0', decodeRemoteWrite2, writeRequest2([{ ...up(), unit: 'seconds' }]), 0],
])('remote_write %s counts units that are not UTF-8', (_, decode, body, kept) => {
  const damaged = Buffer.from(body)
  damaged[damaged.indexOf('seconds')] = 0xff
  const { points, rejects } = decode(damaged, createSeriesTable()) as Points
  expect(rejects).toMatchObject([{ reason: 'notUtf8' }])
  expect(points.times).toHaveLength(kept)
})

describe('remote_write 1.0', () => {
  it('finds labels that stand between and behind samples', () => {
    const label = (name: string, value: string) => bytesField(1, textField(1, name), textField(2, value))
    const sample = bytesField(2, doubleField(1, 3), numberField(2, 9))
    const series = bytesField(1, label('__name__', 'up'), sample, label('zone', 'eu'), sample)
    const { points } = decodeRemoteWrite(Uint8Array.from(series), createSeriesTable()) as Points
    expect(points.unknown.map(({ id }) => id)).toEqual(['up{zone="eu"}'])
    expect([...points.values]).toEqual([3, 3])
  })

  it('names the types of the parts of a family', () => {
    const body = writeRequest(
      [],
      [
        { metric: 'latency_seconds', type: 3, unit: 'seconds' },
        { metric: 'quantiles', type: 5 },
        { metric: 'requests_total', type: 1 },
        { metric: 'whatever', type: 0 },
      ],
    )
    const { metadata } = decodeRemoteWrite(body, createSeriesTable()) as Points
    expect(Object.fromEntries(metadata!.map(({ metric, type }) => [metric, type]))).toEqual({
      latency_seconds: 'histogram',
      latency_seconds_bucket: 'counter',
      latency_seconds_count: 'counter',
      latency_seconds_sum: 'counter',
      quantiles: 'gauge',
      quantiles_bucket: 'counter',
      quantiles_count: 'counter',
      quantiles_sum: 'counter',
      requests_total: 'counter',
      whatever: null,
    })
  })
})

describe('remote_write 2.0', () => {
  it('has type and unit with the series', () => {
    const series = { ...up(), labels: { __name__: 'size_bucket' }, type: 3, unit: 'bytes' }
    const { points } = decodeRemoteWrite2(writeRequest2([series]), createSeriesTable()) as Points
    expect(points.unknown).toMatchObject([{ type: 'counter', unit: 'bytes' }])
  })

  it('refuses symbols that it does not have', () => {
    const series = bytesField(5, bytesField(1, [1, 7]), bytesField(2, doubleField(1, 3), numberField(2, 9)))
    const body = Uint8Array.from([...textField(4, ''), ...textField(4, '__name__'), ...series])
    expect(() => decodeRemoteWrite2(body, createSeriesTable())).toThrow(DamagedError)
  })
})
