import { fieldsOf } from '@omen/sdk/connectors'
import { describe, expect, it } from 'vitest'
import { toRequest, valuesOf } from './connection-values.ts'

const fields = fieldsOf('prometheus', 'Metric')

describe('toRequest', () => {
  it('takes what was typed, lists by their lines, and leaves out what is empty', () => {
    const values = { ...valuesOf(fields), address: ' http://prometheus:9090 ', query: 'up\n\n node_load1\nup' }
    expect(toRequest(fields, values)).toEqual({ address: 'http://prometheus:9090', query: ['up', 'node_load1'] })
  })

  it('takes only what was changed of a connection, also a list or a text that was emptied', () => {
    const settings = { address: 'http://prometheus:9090', query: ['up', 'node_load1'] }
    const values = valuesOf(fields, settings)
    expect(toRequest(fields, values, settings)).toEqual({})
    expect(toRequest(fields, { ...values, token: 't' }, settings)).toEqual({ token: 't' })
    expect(toRequest(fields, { ...values, query: '' }, settings)).toEqual({ query: [] })
    const withTenant = { ...settings, tenant: 'shop' }
    expect(toRequest(fields, { ...values, tenant: ' ' }, withTenant)).toEqual({ tenant: '' })
    expect(toRequest(fields, { ...values, tenant: 'shop' }, withTenant)).toEqual({})
  })

  it('begins with the default of a choice', () => {
    expect(toRequest(fieldsOf('datadog', 'Metric'), valuesOf(fieldsOf('datadog', 'Metric')))).toEqual({
      site: 'datadoghq.com',
    })
  })
})
