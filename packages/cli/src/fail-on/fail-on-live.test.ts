import { expect, it } from 'vitest'
import { parseFailOnLive, type Watched } from './fail-on-live.ts'

const WATCHED: Watched = {
  periods: [],
  gaps: [],
  incidents: [],
  crossings: [
    { series: 'cpu[node1]', crossing: { about: 1.5 } },
    { series: 'cpu[node2]', crossing: { about: 5 } },
  ],
}

it('compares the soonest crossing, in hours', () => {
  expect(parseFailOnLive('crossing < 2h').check(WATCHED)).toEqual({ value: 1.5, what: 'cpu[node1]' })
  expect(parseFailOnLive('crossing<=90m').check(WATCHED)).toMatchObject({ value: 1.5 })
  expect(parseFailOnLive('crossing<90m').check(WATCHED)).toBeUndefined()
  expect(parseFailOnLive('crossing<2h')).toMatchObject({ rule: 'crossing<2h', aheadMs: 7_200_000 })
})

it('reads other rules as of a detection: any is any incident', () => {
  expect(parseFailOnLive('any').check(WATCHED)).toBeUndefined()
  expect(parseFailOnLive('any')).not.toHaveProperty('aheadMs')
})

it('refuses a rule that it does not know, and a time without a unit', () => {
  for (const rule of ['crossing<2', 'crossing>2h', 'crossing', 'crossing<0h', 'crossings<2h', 'soon'])
    expect(() => parseFailOnLive(rule), rule).toThrow(/Write it like.*crossing</)
})
