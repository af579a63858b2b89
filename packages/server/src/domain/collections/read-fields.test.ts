import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { readFields } from './read-fields.ts'

const prometheus = (address: string) =>
  readFields({ connector: 'prometheus', dataType: 'Metric', given: { address, query: ['up'] } })

function errorOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('an address', () => {
  it.each([
    'https://omen:s3cret@prom.example',
    'https://omen@prom.example:9090/api',
    'https://:s3cret@prom.example',
    'https:\\\\omen:s3cret@prom.example',
    'https:omen:s3cret@prom.example',
    'omen:s3cret@prom.example:9090',
    'https://omen:s3 cret@prom.example',
    ' https://omen:s3cret@prom.example',
  ])('%s is refused: it is shown, and user name and password have fields of their own', (address) => {
    const error = errorOf(() => prometheus(address)) as DomainError
    expect(error).toBeInstanceOf(DomainError)
    expect(error.details).toMatchObject([{ field: 'address' }])
    expect(JSON.stringify([error.message, error.details])).not.toContain('s3')
  })

  it.each([
    'https://prom.example',
    'http://[::1]:9090/a@b',
    'prom.example:9090',
    'http://prom.example/?user=a@b.example',
  ])('%s is taken', (address) => {
    expect(prometheus(address).settings).toMatchObject({ address })
  })

  it('of a gateway in the place of a cloud service is no different', () => {
    const given = { apikey: 'a', appkey: 'b', endpoint: 'https://omen:s3cret@gateway.example' }
    const error = errorOf(() => readFields({ connector: 'datadog', dataType: 'Metric', given })) as DomainError
    expect(error.details).toMatchObject([{ field: 'endpoint' }])
  })
})
