import { describe, expect, it } from 'vitest'
import { findTimeReader } from './read-time.ts'

const read = (header: string): string => {
  const time = findTimeReader([header], 2024)?.(header) ?? Number.NaN
  return Number.isNaN(time) ? 'none' : new Date(time).toISOString()
}

describe('findTimeReader', () => {
  it.each([
    ['2024-01-02T10:11:12.345+02:00 INFO', '2024-01-02T08:11:12.345Z'],
    ['2024-01-02 10:11:12,345 - INFO', '2024-01-02T10:11:12.345Z'],
    ['Jan  2 10:11:12 box', '2024-01-02T10:11:12.000Z'],
    ['[Sun Dec 04 04:47:44 2005] [notice]', '2005-12-04T04:47:44.000Z'],
    ['17/06/09 20:10:40 INFO', '2017-06-09T20:10:40.000Z'],
    ['081109 203615 148 INFO', '2008-11-09T20:36:15.000Z'],
    ['03-17 16:13:38.811  1702', '2024-03-17T16:13:38.811Z'],
    ['20171223-22:15:29:606|Step', '2017-12-23T22:15:29.606Z'],
    ['20171224-1:2:35:789|Step', '2017-12-24T01:02:35.789Z'],
    ['- 1117838570 2005.06.03 R02', '2005-06-03T22:42:50.000Z'],
    ['1117838570123 x', '2005-06-03T22:42:50.123Z'],
    ['x 2005-06-03-15.42.50.675872 y', '2005-06-03T15:42:50.675Z'],
    ['1.2.3.4 - - [02/Jan/2024:10:11:12 +0000]', '2024-01-02T10:11:12.000Z'],
    ['I0102 10:11:12.345678 1', '2024-01-02T10:11:12.345Z'],
    ['[10.30 16:49:06] a.exe', '2024-10-30T16:49:06.000Z'],
    ['2016-09-28 04:30:30, Info', '2016-09-28T04:30:30.000Z'],
    ['2024-13-02 10:11:12 INFO', 'none'],
    ['no time here', 'none'],
  ])('reads "%s"', (header, expected) => {
    expect(read(header)).toBe(expected)
  })

  it('knows no reader for no lines', () => {
    expect(findTimeReader([], 2024)).toBeUndefined()
  })
})
