import { expect, it } from 'vitest'
import { seriesFault } from './live-series.ts'
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
