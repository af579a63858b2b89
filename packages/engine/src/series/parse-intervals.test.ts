import { describe, expect, it } from 'vitest'
import { CsvProblem } from './csv-report.ts'
import { parseIntervals, startsIntervals } from './parse-intervals.ts'

describe('parseIntervals', () => {
  it('takes semicolons and tabs', () => {
    expect(parseIntervals('start;end\n1442555275;1442555280\n1442555281\t1442555282\n')).toEqual([
      { start: 1442555275000, end: 1442555280000 },
      { start: 1442555281000, end: 1442555282000 },
    ])
  })

  it('reads one interval a line', () => {
    expect(parseIntervals('start,end\r\n1442555275000,1442555276000\n\n1442555275,1442555280\n')).toEqual([
      { start: 1442555275000, end: 1442555276000 },
      { start: 1442555275000, end: 1442555280000 },
    ])
  })

  it('skips a heading in quotes', () => {
    expect(parseIntervals('"start";"end"\n1442555275;1442555280\n')).toHaveLength(1)
  })

  it('refuses a heading of a million tabs', () => {
    const text = `start${'\t'.repeat(2 ** 20)}x`
    expect(startsIntervals(text)).toBe(false)
    expect(() => parseIntervals(text)).toThrow(expect.objectContaining({ code: 'BAD_INTERVAL' }))
  })

  it.each([
    ['"Start"; end', true],
    ['2026-03-01 00:00:00,2026-03-01T01:00:00Z', true],
    ['1442555275000000000\t1442555276000000000', true],
    ['2026-03-01 00:00:00,123 INFO started', false],
    ['1442555275000,123456789', false],
    ['1442555275000', false],
  ])('knows whether %j begins a file of intervals', (line, isInterval) => {
    expect(startsIntervals(line)).toBe(isInterval)
  })

  it.each([
    ['1442555275000', 1, 0],
    ['1442555275000,1442555276000\nx,1', 2, 1],
    ['1442555275000,y', 1, 2],
    ['1442555276000,1442555275000', 1, 2],
  ])('says where %j is wrong', (text, line, column) => {
    expect(() => parseIntervals(text)).toThrow(CsvProblem)
    expect(() => parseIntervals(text)).toThrow(expect.objectContaining({ code: 'BAD_INTERVAL', line, column }))
  })
})
