import { fieldsOf } from '@omen/sdk/connectors'
import { describe, expect, it } from 'vitest'
import { fieldOfFault } from './connection-errors.ts'

const prometheus = fieldsOf('prometheus', 'Metric')
const datadog = fieldsOf('datadog', 'Metric')

describe('fieldOfFault', () => {
  it('is a secret for keys that are not accepted, the one that was typed first', () => {
    expect(fieldOfFault('credentials', datadog, { apikey: 'a', appkey: 'b' })).toBe('apikey')
    expect(fieldOfFault('credentials', prometheus, { token: 't' })).toBe('token')
    expect(fieldOfFault('permission', prometheus, {})).toBe('token')
    expect(fieldOfFault('permission', datadog, {})).toBe('apikey')
  })

  it('is what is fetched for a query that is not accepted', () => {
    expect(fieldOfFault('query', prometheus, { query: 'sum(' })).toBe('query')
    expect(fieldOfFault('query', datadog, { metrics: 'm' })).toBe('metrics')
  })

  it('is the address for a service that is not reached, where there is one', () => {
    expect(fieldOfFault('refusedAddress', prometheus, { address: 'http://10.0.0.1' })).toBe('address')
    expect(fieldOfFault('unreachable', datadog, { apikey: 'a' })).toBeUndefined()
    expect(fieldOfFault('throttled', datadog, { apikey: 'a' })).toBeUndefined()
  })
})
