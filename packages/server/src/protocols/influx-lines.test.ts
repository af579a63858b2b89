import { describe, expect, it } from 'vitest'
import type { DecodedBatch, InfluxPrecision } from '../ports/decoded-batch.ts'
import { createSeriesTable } from '../ports/series-table.ts'
import { uncounted } from './batch-count.ts'
import { createInfluxDecoder } from './influx-lines.ts'

const RECEIVED_AT = 1_795_000_000_500

function decode(text: string, precision: InfluxPrecision = 'ns') {
  const body = new TextEncoder().encode(text)
  const batch = createInfluxDecoder(precision)(body, createSeriesTable(), uncounted, RECEIVED_AT)
  const { points, rejects } = batch as Extract<DecodedBatch, { kind: 'points' }>
  const rows = Array.from(points.series, (number, row) => [
    points.unknown[-1 - number]!.id,
    points.times[row],
    points.values[row],
  ])
  return {
    rows,
    rejects: rejects.map(({ reason, line, count }) => [reason, line, count]),
    messages: rejects.map(({ line, count, message }) => ({ line, count, message })),
    unknown: points.unknown,
  }
}

describe('InfluxDB line protocol', () => {
  it('makes a metric of each field, an instance of the host and labels of other tags', () => {
    const { rows, unknown } = decode(
      'cpu,host=web1,core=cpu\\ 0\\,1 usage=0.5,idle=99i,busy=t,off=FALSE,n=7u,x=-1.5e-3 1795000000001000000\nload value=2 1795000000001999999\n',
    )
    const labels = '{core="cpu 0,1"}[web1]'
    expect(rows).toEqual([
      [`cpu_usage${labels}`, 1_795_000_000_001, 0.5],
      [`cpu_idle${labels}`, 1_795_000_000_001, 99],
      [`cpu_busy${labels}`, 1_795_000_000_001, 1],
      [`cpu_off${labels}`, 1_795_000_000_001, 0],
      [`cpu_n${labels}`, 1_795_000_000_001, 7],
      [`cpu_x${labels}`, 1_795_000_000_001, -0.0015],
      ['load', 1_795_000_000_001, 2],
    ])
    expect(unknown[0]).toMatchObject({ instance: 'web1', labels: { core: 'cpu 0,1' } })
  })

  it.each([
    ['us', '1795000000000123', 1_795_000_000_000],
    ['ms', '1795000000123', 1_795_000_000_123],
    ['s', '1795000000', 1_795_000_000_000],
    ['m', '29916666', 1_794_999_960_000],
    ['h', '498611', 1_794_999_600_000],
    ['s', '', RECEIVED_AT],
  ] as const)('reads times in %s: %s', (precision, time, ms) => {
    expect(decode(`load value=2 ${time}`, precision).rows).toEqual([['load', ms, 2]])
  })

  it('leaves out a number that is too large, and stores the other fields', () => {
    const { rows, rejects } = decode('e x=1e400,y=2 1', 's')
    expect(rows).toEqual([['e_y', 1000, 2]])
    expect(rejects).toEqual([['malformed', 1, 1]])
  })

  it('leaves out a million digits before a letter', () => {
    expect(decode(`f value=${'1'.repeat(2 ** 20)}x 1`, 's').rejects).toEqual([['malformed', 1, 1]])
  })

  it('passes over comments, empty lines and carriage returns, and needs no last line end', () => {
    expect(decode('# a comment\n\n  a value=1 1\r\nb,instance=x value=2', 's').rows).toEqual([
      ['a', 1000, 1],
      ['b[x]', RECEIVED_AT, 2],
    ])
  })

  it.each([
    ['broken line here with', 'invalid field format'],
    ['weather', 'missing fields'],
    ['weather temp', 'invalid field format'],
    ['weather temp= 5', 'missing field value'],
    ['weather =1 5', 'missing field key'],
    ['weather a=1,temp= 5', 'missing field value'],
    ['weather,host temp=1 5', 'missing tag value'],
    ['weather,host= temp=1 5', 'missing tag value'],
    ['weather,=a temp=1 5', 'missing tag key'],
    ['weather,a=b=c temp=1 5', 'invalid tag format'],
    ['weather,a=b,a=c temp=1 5', 'duplicate tags, two tags of one name: a'],
    [',a=b temp=1 5', 'missing measurement'],
    ['weather temp=1 soon', 'bad timestamp'],
    ['weather temp="warm 5', 'unbalanced quotes'],
    ['weather temp=warm 5', 'invalid field value of temp'],
    ['weather temp=1e999 5', 'number out of range of temp'],
  ])('shows the line %j and says what is wrong with it, as InfluxDB does', (line, fault) => {
    const { rows, messages } = decode(`m value=1 1\n${line}\nm value=2 2`, 's')
    expect(rows).toHaveLength(2)
    expect(messages).toEqual([{ line: 2, count: 1, message: `unable to parse '${line}': ${fault}.` }])
  })

  it('shows the start of a long line, without the lines after it', () => {
    const { messages } = decode(`${'x'.repeat(200)}\nm value=1 1\ny`, 's')
    expect(messages).toEqual([{ line: 1, count: 2, message: `unable to parse '${'x'.repeat(80)}…': missing fields.` }])
  })

  it('leaves texts out, also with the end of a line in them, and names other faults by their line', () => {
    const { rows, rejects } = decode(
      'a text="x, \\" y\n=1",value=1 1\nb value=1 1\nc\nd value 1\ne,tag value=1 1\nf value=1x 1\ng value=1 soon\nh value="open\nz value=1 1',
      's',
    )
    expect(rows).toEqual([
      ['a', 1000, 1],
      ['b', 1000, 1],
      ['z', 1000, 1],
    ])
    expect(rejects).toEqual([
      ['unsupported', 1, 1],
      ['malformed', 4, 1],
      ['malformed', 5, 1],
      ['malformed', 6, 1],
      ['malformed', 7, 1],
      ['malformed', 8, 1],
      ['malformed', 9, 1],
    ])
  })
})
