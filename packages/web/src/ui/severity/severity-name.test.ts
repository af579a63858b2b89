import { expect, it } from 'vitest'
import { severityName, severityRank } from './severity-name.ts'

it('names the direction of a value', () => {
  expect([3, -3, 0].map((val) => severityName(val, false))).toEqual(['above', 'below', 'above'])
})
it('recognises minus pi after a round trip through JSON', () => {
  expect(severityName(JSON.parse(JSON.stringify(-Math.PI)), false)).toBe('down')
  expect(severityName(-3.14, false)).toBe('below')
})
it('puts missing before everything else', () => expect(severityName(-Math.PI, true)).toBe('missing'))
it('ranks an instance that is down above severity 10', () =>
  expect(severityRank(-Math.PI)).toBeGreaterThan(severityRank(-10)))
