import { describe, expect, it } from 'vitest'
import { mergePeriods } from './merge-periods.ts'
import { outcomesOf, precursorsOf } from './precursors.ts'

const PERIOD = {
  start: 20,
  end: 30,
  val: -2,
  probability: 0.001,
  kind: 'anomaly' as const,
  series: [
    { seriesId: 'disk[a]', share: 0.9, side: -1 as const },
    { seriesId: 'cpu[a]', share: 0.1, side: 1 as const },
  ],
}
const LOG = { start: 10, end: 10, val: 1, probability: 0.01, finding: 'new', templateId: 't1', template: 'x' }

describe('precursorsOf', () => {
  it('names what happened, in order of time', () => {
    const changes = [{ at: 5, kind: 'deployment', instance: 'a' }]
    expect(precursorsOf({ periods: [PERIOD], logs: [LOG] }, changes)).toEqual([
      { at: 5, name: 'change deployment a' },
      { at: 10, name: 'log t1 new' },
      { at: 20, name: 'series disk[a] -' },
    ])
    expect(precursorsOf({})).toEqual([])
  })
})

describe('outcomesOf', () => {
  it('names an incident by what repeats, its kind and its series', () => {
    const [incident] = mergePeriods({ periods: [PERIOD] }, { stepMs: 1, cvalue: 5 })
    expect(outcomesOf(incident!)).toMatchObject({
      start: 20,
      end: 30,
      outcomes: [`key ${incident!.fingerprint.key}`, 'kind disk', 'series disk[a]', 'series cpu[a]'],
    })
  })
})
