import { describe, expect, it } from 'vitest'
import { at, minuteLine, period } from '../testing/chart-fixtures.ts'
import { toCsv } from './to-csv.ts'
import { toJson } from './to-json.ts'

const cpu = minuteLine('cpu', [1, null, 3])

describe('toCsv', () => {
  it('has a row per time, a gap as an empty field, and the finding', () => {
    const csv = toCsv({ lines: [cpu], highlights: [period(2, 2, 7)] })
    expect(csv.split('\r\n')).toEqual([
      'timestamp,time,cpu,val,finding',
      `${at(0)},2026-11-19T06:00:00.000Z,1,,`,
      `${at(1)},2026-11-19T06:01:00.000Z,,,`,
      `${at(2)},2026-11-19T06:02:00.000Z,3,7,"anomaly severity 7, above normal"`,
      '',
    ])
  })

  it('gives reduced and expected values their own columns, and merges the times of lines', () => {
    const memory = minuteLine('memory', [5], { max: [9], expected: { low: [4], high: [6] } })
    const [head, first, second] = toCsv({ lines: [memory, cpu] }).split('\r\n')
    expect(head).toBe('timestamp,time,memory min,memory max,memory expected low,memory expected high,cpu,val,finding')
    expect(first).toBe(`${at(0)},2026-11-19T06:00:00.000Z,5,9,4,6,1,,`)
    expect(second).toBe(`${at(1)},2026-11-19T06:01:00.000Z,,,,,,,`)
  })

  it('names the unit of values', () => {
    const sent = minuteLine('web1', [5], { max: [9], expected: { low: [4], high: [6] } })
    const [head] = toCsv({ lines: [sent], unit: 'B/s' }).split('\r\n')
    const columns = ['web1 min (B/s)', 'web1 max (B/s)', 'web1 expected low (B/s)', 'web1 expected high (B/s)']
    expect(head).toBe(['timestamp', 'time', ...columns, 'val', 'finding'].join(','))
  })

  it('names the range of a forecast by itself', () => {
    const forecast = minuteLine('cpu, forecast', [5], { tone: 'forecast', expected: { low: [4], high: [6] } })
    const [head] = toCsv({ lines: [forecast] }).split('\r\n')
    expect(head).toBe('timestamp,time,"cpu, forecast","cpu, forecast low","cpu, forecast high",val,finding')
  })

  it('has only the visible interval', () => {
    expect(
      toCsv({ lines: [cpu], domain: { from: at(1), to: at(1) } })
        .trim()
        .split('\r\n'),
    ).toHaveLength(2)
  })

  it('quotes and escapes names that a spreadsheet would run', () => {
    const [head] = toCsv({ lines: [{ ...cpu, label: '=SUM(A1),"x"' }] }).split('\r\n')
    expect(head).toBe('timestamp,time,"\'=SUM(A1),""x""",val,finding')
  })
})

describe('toJson', () => {
  it('has the samples and periods of the view', () => {
    const data = JSON.parse(
      toJson({
        lines: [cpu],
        highlights: [period(2, 2, 7), period(0, 0, 3)],
        domain: { from: at(1), to: at(2) },
        unit: '%',
      }),
    )
    expect(data).toMatchObject({
      unit: '%',
      lines: [{ id: 'cpu', times: [at(1), at(2)], min: [null, 3] }],
      periods: [{ val: 7 }],
    })
    expect(data.periods).toHaveLength(1)
  })
})
