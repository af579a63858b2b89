import { describe, expect, it } from 'vitest'
import { kindOfMetric, kindOfName } from './instance-kind.ts'

describe('kindOfName', () => {
  it.each([
    ['shop-7d9f8c6b5d-x2x4z', 'shop-*'],
    ['shop-api-66b7f9d8c-kq5wl', 'shop-api-*'],
    ['node-exporter-vwx9b', 'node-exporter-*'],
    ['backup-28394820-4hx7k', 'backup-*'],
    ['3f1c9a2b7d4e', '*'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '*'],
  ])('takes %s for one life of %s', (name, stem) => {
    expect(kindOfName(name)).toEqual({ stem, nameClass: 'random' })
  })
  it.each([
    ['10.1.2.3:8080', '*:8080'],
    ['ip-10-1-2-3.ec2.internal', 'ip-*.ec2.internal'],
    ['i-0abc123def4567890', '*'],
    ['[fd00::12]:9100', '*:9100'],
  ])('takes %s for an address of %s', (name, stem) => {
    expect(kindOfName(name)).toEqual({ stem, nameClass: 'address' })
  })
  it.each([
    'node4',
    'web1',
    'db-master',
    'kafka-0',
    'rack12-server03',
    'checkout',
    'localhost:9090',
    'prod-eu-west-1',
    'prod-server1-node4',
    'kvm-hst24',
  ])('takes %s for a name that stays', (name) => {
    expect(kindOfName(name)).toEqual({ stem: name, nameClass: 'stable' })
  })
})

describe('kindOfMetric', () => {
  it('looks at the values of labels alone', () => {
    expect(kindOfMetric('memory{namespace="eu",pod="shop-7d9f8c6b5d-x2x4z"}')).toEqual({
      stem: 'memory{namespace="eu",pod="shop-*"}',
      nameClass: 'random',
    })
    expect(kindOfMetric('cpu{id="/kubepods/pod0f8fad5b_d9cb_469f_a165_70867728950e/3f1c9a2b7d4e0011"}').stem).toBe(
      'cpu{id="/kubepods/pod*/*"}',
    )
    expect(kindOfMetric('latency-99999{quantile="0.5",path="/a\\"b"}').nameClass).toBe('stable')
  })
})
