import { describe, expect, it } from 'vitest'
import { firstShown, type LogLine, levelOf, lineRows } from './line-rows.ts'

const line = (given: Partial<LogLine> = {}): LogLine => ({
  time: 0,
  severity: 9,
  instance: 'n1',
  service: '',
  line: 'x',
  template: 1,
  isNew: false,
  ...given,
})
const lines = (count: number) => Array.from({ length: count }, () => line())

describe('lineRows', () => {
  const kinds = (all: LogLine[]) => lineRows(all).map((row) => (row.kind === 'fold' ? row.lines.length : row.kind))

  it('folds lines as before that are far from a line of note', () =>
    expect(kinds([...lines(5), line({ isNew: true }), ...lines(10)])).toEqual([3, ...Array(5).fill('line'), 8]))
  it('counts warnings as lines of note', () => expect(kinds([...lines(9), line({ severity: 13 })])[0]).toBe(7))
  it('folds nothing where no line is of note', () => expect(kinds(lines(30))).toHaveLength(30))
  it('does not fold a single line', () =>
    expect(kinds([...lines(3), line({ isNew: true })])).toEqual(Array(4).fill('line')))
})

describe('firstShown', () => {
  const rows = lineRows(Array.from({ length: 90 }, (_, time) => line({ time })))
  it('is a few rows before the first line at the onset', () => expect(firstShown(rows, 50)).toBe(47))
  it('is the first row where the onset is near it', () => expect(firstShown(rows, 3)).toBe(0))
  it('is a few rows before the end where no line follows the onset', () => expect(firstShown(rows, 900)).toBe(87))
  it('counts what is folded as one row', () => {
    const lines = Array.from({ length: 90 }, (_, time) => line({ time, isNew: time === 60 }))
    expect(firstShown(lineRows(lines), 60)).toBe(0)
  })
})

it('names severities as OpenTelemetry numbers them', () =>
  expect([0, 1, 4, 5, 9, 13, 17, 24].map(levelOf)).toEqual([
    '',
    'TRACE',
    'TRACE',
    'DEBUG',
    'INFO',
    'WARN',
    'ERROR',
    'FATAL',
  ]))
