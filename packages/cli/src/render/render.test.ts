import { describe, expect, it } from 'vitest'
import { relative, timeWriter } from './clock-times.ts'
import { displayWidth, pad, truncate } from './display-width.ts'
import { duration, parseDuration } from './duration.ts'
import { counted, percent, size, value } from './figures.ts'
import { colorDepth, createPaint } from './paint.ts'
import { escapeControls, plain } from './plain.ts'
import { severityColor, severityOf } from './severity.ts'
import { sparkline } from './sparkline.ts'
import { table } from './table.ts'

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['数据', 4],
    ['データ', 6],
    ['한글', 4],
    ['ｆｕｌｌ', 8],
    ['é', 1],
    ['e\u0301', 1],
    ['😀', 2],
    ['👨‍👩‍👧', 2],
    ['🇨🇳', 2],
    ['1️⃣', 2],
    ['▁▇■▲…', 5],
    ['\u001b[31mred\u001b[39m', 3],
  ])('of %j is %i', (text, width) => expect(displayWidth(text)).toBe(width))
})

describe('escapeControls', () => {
  it('escapes what would control a terminal, and keeps lines', () => {
    expect(escapeControls('a\u202eb,\u009b31m,\u001b[0m\tc\r\n数据')).toBe('a\\u202eb,\\u009b31m,\\u001b[0m\tc\r\n数据')
  })
})

describe('truncate', () => {
  it('truncates to the width with an ellipsis, never through a wide character', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef')
    expect(truncate('abcdef', 4)).toBe('abc…')
    expect(truncate('数据数据', 4)).toBe('数…')
    expect(truncate('abc', 0)).toBe('')
  })
})

describe('pad', () => {
  it('pads by display width, on either side', () => {
    expect(pad('数', 4)).toBe('数  ')
    expect(pad('7', 3, 'right')).toBe('  7')
    expect(pad('long', 2)).toBe('long')
  })
})

describe('plain', () => {
  it('removes control sequences and bidirectional marks', () => {
    expect(plain('a\u001b[2Jb\r\nc\u202ed')).toBe('a [2Jb c d')
  })
})

describe('duration', () => {
  it.each([
    [0, '0ms'],
    [850, '850ms'],
    [45_000, '45s'],
    [90_000, '1m 30s'],
    [11 * 60_000, '11m'],
    [11 * 60_000 + 29_000, '11m'],
    [3_600_000, '1h'],
    [7_500_000, '2h 5m'],
    [100 * 3_600_000, '4d 4h'],
  ])('writes %i ms as %s', (ms, text) => expect(duration(ms)).toBe(text))
})

describe('parseDuration', () => {
  it.each([
    ['90', undefined],
    ['0', 0],
    ['2w', 1_209_600_000],
    ['1.5h', 5_400_000],
    ['30m', 1_800_000],
    ['2d', 172_800_000],
    ['100ms', 100],
    ['', undefined],
    ['-1s', undefined],
    ['5 weeks', undefined],
  ])('reads %j as %s ms', (text, ms) => expect(parseDuration(text)).toBe(ms))
})

describe('figures', () => {
  it('group thousands and agree with their noun', () => {
    expect(counted(1, 'anomaly', 'anomalies')).toBe('1 anomaly')
    expect(counted(2043, 'row')).toBe('2,043 rows')
  })
  it.each([
    [0, '0 %'],
    [0.0004, '< 0.1 %'],
    [0.031, '3.1 %'],
    [1, '100 %'],
  ])('write the share %d as %s', (share, text) => expect(percent(share)).toBe(text))
  it.each([
    [999, '999 B'],
    [1000, '1 kB'],
    [1_250_000, '1.3 MB'],
    [200_000_000, '200 MB'],
    [3.2e12, '3.2 TB'],
  ])('write %d bytes as %s', (bytes, text) => expect(size(bytes)).toBe(text))
  it.each([
    [null, '–'],
    [0, '0'],
    [98.04, '98.04'],
    [1553.26, '1,553'],
    [0.00001234, '1.23e-5'],
    [-4.2e9, '-4.20e+9'],
  ])('write the value %s as %s', (number, text) => expect(value(number)).toBe(text))
})

describe('timeWriter', () => {
  const at = Date.UTC(2026, 0, 1, 4, 5, 6)
  it('omits the year within one year, and seconds if samples are minutes apart', () => {
    expect(timeWriter('Asia/Shanghai', { from: at, to: at, intervalMs: 60_000 }).at(at)).toBe('01-01 12:05')
    expect(timeWriter('UTC', { from: at, to: at, intervalMs: 1000 }).at(at)).toBe('01-01 04:05:06')
    expect(timeWriter('America/New_York', { from: at - 86_400_000, to: at }).full(at)).toBe('2025-12-31 23:05')
  })
  it('names the year where a range crosses one in that zone', () => {
    expect(timeWriter('UTC', { from: at - 86_400_000, to: at }).at(at)).toBe('2026-01-01 04:05')
  })
  it.each([
    [0, 'just now'],
    [90_000, '1m ago'],
    [-7_500_000, 'in 2h'],
  ])('says a distance of %i ms as %s', (ms, text) => expect(relative(at - ms, at)).toBe(text))
})

describe('sparkline', () => {
  it('shows size, gaps and the most extreme value of each bucket', () => {
    expect(sparkline([0, 5, null, -10], 10)).toBe('▁▅ █')
    expect(sparkline([0, 9, 0, 0], 2)).toBe('█▁')
    expect(sparkline([], 10)).toBe('')
  })
})

describe('severity', () => {
  it('is the size of val, and 10 for an instance that went down', () => {
    expect(severityOf({ val: -7.2, kind: 'anomaly' })).toBe(7.2)
    expect(severityOf({ val: -Math.PI, kind: 'down' })).toBe(10)
    expect(severityOf({ val: -3.14, kind: 'anomaly' })).toBe(3.14)
  })
  it('has the colours of the charts', () => {
    expect(severityColor(0.5)).toEqual([255, 205, 0])
    expect(severityColor(1)).toEqual([255, 205, 0])
    expect(severityColor(5.5)).toEqual([255, 103, 0])
    expect(severityColor(10)).toEqual([255, 0, 0])
    expect(severityColor(12)).toEqual([255, 0, 0])
    expect(severityColor(-10)).toEqual([0x21, 0x85, 0xd0])
    expect(severityColor(-Math.PI)).toEqual([0x21, 0x85, 0xd0])
  })
})

describe('createPaint', () => {
  it('takes red, yellow and blue of sixteen colours for severities', () => {
    const paint = createPaint('16')
    const codes = [10, 2, -2, -10].map((val) => paint.rgb(severityColor(val), 'x').slice(2, 4))
    expect(codes).toEqual(['31', '33', '34', '34'])
  })
})

describe('colorDepth', () => {
  it.each([
    [{}, true, '256'],
    [{ COLORTERM: 'truecolor' }, true, 'true'],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, 'none'],
    [{ NO_COLOR: '' }, true, '256'],
    [{ FORCE_COLOR: '1' }, false, '256'],
    [{}, false, 'none'],
    [{ TERM: 'dumb' }, true, 'none'],
    [{ TERM: 'linux' }, true, '16'],
    [{ TERM: 'xterm-256color' }, true, '256'],
    [{ TERM: 'xterm', COLORTERM: 'truecolor' }, true, 'true'],
  ])('for %j and terminal %s is %s', (env, isTerminal, depth) => {
    expect(colorDepth(env as Record<string, string>, isTerminal)).toBe(depth)
  })
})

describe('table', () => {
  const columns = [
    { title: 'NAME', shrink: 1 as const },
    { title: 'N', align: 'right' as const },
  ]
  const paint = createPaint('none')
  it('aligns columns and truncates the one that may shrink', () => {
    expect(
      table(
        columns,
        [
          ['a', '1'],
          ['a very long name', '200'],
        ],
        16,
        paint,
      ),
    ).toBe('NAME           N\na              1\na very lon…  200')
  })
  it('keeps the width of coloured cells', () => {
    const red = createPaint('256')
    const rows = [
      [{ text: 'bad', shown: red.red('bad') }, '1'],
      ['x', '2'],
    ]
    expect(table(columns, rows, 80, red).split('\n').slice(1).map(displayWidth)).toEqual([7, 7])
  })
  it('is empty for no rows', () => expect(table(columns, [], 80, paint)).toBe(''))
})
