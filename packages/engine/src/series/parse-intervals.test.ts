import { describe, expect, it } from 'vitest'
import { CsvProblem } from './csv-report.ts'
import { parseIntervals } from './parse-intervals.ts'

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
