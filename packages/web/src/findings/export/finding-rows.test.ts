import { findingsCsv } from '@omen/sdk/rules'
import { expect, it } from 'vitest'
import { findingRows } from './finding-rows.ts'

const FOUND: Parameters<typeof findingRows>[0] = {
  intervalMs: 60_000,
  periods: [
    {
      id: 'p1',
      number: 1,
      kind: 'down',
      start: 600_000,
      end: 900_000,
      rows: 6,
      val: -Math.PI,
      probability: null,
      isMissingValue: true,
      state: 'over',
      sentence: 'node1 down, "all" of it',
      series: [{ seriesId: 'cpu[node1]', share: 1, side: -1, peak: 0, usual: 40 }],
      verdict: 'true',
      verdictNote: 'a drill',
    },
    {
      id: 'p2',
      number: 2,
      kind: 'anomaly',
      start: 1_200_000,
      end: 1_200_000,
      rows: 1,
      val: 7.5,
      probability: 0.001,
      isMissingValue: false,
      state: 'over',
      sentence: '=reached 9',
      series: [{ seriesId: 'cpu[node2]', share: 1, side: 1, peak: 9, usual: 2 }],
    },
  ],
  gaps: [{ kind: 'silent', start: 0, end: 240_000, seriesIds: ['cpu[node1]'], state: 'over', sentence: 'no data' }],
}

it('writes what is found as a row each, in order of time', () => {
  expect(findingsCsv(findingRows(FOUND, null)).split('\n')).toEqual([
    'type,number,id,kind,start,end,rows,severity,direction,probability,series,expected,actual,hidden,verdict,sentence,note',
    'gap,1,gap-1,silent,0,240000,5,,,,cpu[node1],,,false,,no data,',
    'period,1,p1,down,600000,900000,6,10,-1,,cpu[node1],40,0,false,true,"node1 down, ""all"" of it",a drill',
    "period,2,p2,anomaly,1200000,1200000,1,7.5,1,0.001,cpu[node2],2,9,false,,'=reached 9,",
  ])
})

it('leaves out what lies outside of the time shown', () => {
  expect(findingRows(FOUND, { from: 900_000, to: 1_000_000 }).map(({ id }) => id)).toEqual(['p1'])
})
