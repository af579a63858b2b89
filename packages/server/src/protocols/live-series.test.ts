import { expect, it } from 'vitest'
import { seriesFault, toLiveSeries } from './live-series.ts'
import { originOf, type Scope, toOtlpSeries, withScope } from './otlp-identity.ts'

const faultOf = (resource: Record<string, string>, scope: Scope = {}, attributes: Record<string, string> = {}) => {
  const origin = originOf({
    attributes: Object.entries(resource).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  })
  return seriesFault(toOtlpSeries(withScope(origin, scope), { metric: 'm', type: 'gauge' }, attributes))?.reason
}

it('refuses a series if any name that it may have cannot be stored', () => {
  const value = { stringValue: 'x' }
  expect(faultOf({ 'service.instance.id': 'a', 'host.name': 'h' })).toBeUndefined()
  // In the scope, which is part of the name only if another series has the shorter one
  expect(faultOf({}, { attributes: [{ key: 'a\0', value }] })).toBe('badName')
  expect(faultOf({}, { attributes: [{ key: 'a\ud800', value }] })).toBe('badName')
  expect(faultOf({}, {}, { 'a\ud800': 'x' })).toBe('badName')
  // The host of an instance is in no name
  expect(faultOf({ 'host.name': 'a\0', 'service.instance.id': 'a' })).toBeUndefined()
})

it.each([
  [
    'many short labels',
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`a${n}`, `v${n}`])),
    '60 labels take 581',
  ],
  [
    'two labels of which one could go',
    { a: 'x'.repeat(300), b: 'x'.repeat(300) },
    'the label a is the longest with 300',
  ],
  ['two labels of which each is too long', { a: 'x'.repeat(600), b: 'x'.repeat(600) }, '2 labels take 1211'],
  ['one long value', { region: 'eu', path: 'x'.repeat(490) }, 'the label path is the longest with 490'],
  ['one long name', { region: 'europe', ['n'.repeat(490)]: 'eu' }, '2 characters in its value and 490 in its name'],
  ['a long metric name', { region: 'eu' }, 'give it a shorter metric name', 'm'.repeat(501)],
])('says of a name that is too long how long it is and why: %s', (_, labels, cause, metric = 'm') => {
  const series = toLiveSeries({ metric, labels })
  const { reason, message } = seriesFault(series)!
  expect(reason).toBe('tooLong')
  expect(message).toContain(`has ${series.id.length} characters, more than 500`)
  expect(message).toContain(cause)
})
