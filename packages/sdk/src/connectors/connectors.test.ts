import { describe, expect, it } from 'vitest'
import { connectors, connectorsOf, fieldsOf, missingFields } from './connectors.ts'

describe('connectors', () => {
  it('has the services of each kind of project', () => {
    expect(connectorsOf('log')).toEqual(['loki', 'elasticsearch', 'file'])
    expect(connectorsOf('custom')).toEqual(['prometheus', 'influx', 'postgresql', 'mysql'])
    expect(connectorsOf('google')).toEqual(['google'])
  })

  it('has the fields of the type of data, each once', () => {
    const names = (dataType: 'Metric' | 'Log') => fieldsOf('amazon', dataType).map(({ name }) => name)
    expect(names('Metric')).toContain('instanceType')
    expect(names('Log')).not.toContain('instanceType')
    for (const connector of Object.keys(connectors) as (keyof typeof connectors)[])
      for (const dataType of connectors[connector].dataTypes) {
        const all = fieldsOf(connector, dataType).map(({ name }) => name)
        expect(all).toEqual([...new Set(all)])
      }
  })
})

describe('missingFields', () => {
  const names = (...given: Parameters<typeof missingFields>) => missingFields(...given).map(({ name }) => name)

  it('names what a project cannot be added without', () => {
    expect(names('datadog', 'Metric', { apikey: 'a', appkey: '' })).toEqual(['appkey'])
    expect(names('prometheus', 'Metric', { address: 'http://a', query: [] })).toEqual(['query'])
  })

  it('lets a test do without a field whose values it lists', () => {
    expect(names('prometheus', 'Metric', {}, true)).toEqual(['address'])
    expect(names('mysql', 'Metric', {}, true)).toEqual(['address', 'query'])
    const keys = { zone: 'eu-central-1', 'access-key': 'a', 'secret-key': 'b' }
    expect(names('amazon', 'Log', keys)).toEqual(['logGroups'])
    expect(names('amazon', 'Log', keys, true)).toEqual([])
    expect(names('amazon', 'Metric', keys)).toEqual([])
  })
})
