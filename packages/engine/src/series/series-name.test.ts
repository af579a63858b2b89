import { describe, expect, it } from 'vitest'
import { parseSeriesName } from './series-name.ts'

describe('parseSeriesName', () => {
  it('reads metric, instance, service and group', () => {
    expect(parseSeriesName(' cpu [node1] [shop] : 3 ')).toEqual({
      id: 'cpu[node1][shop]:3',
      metric: 'cpu',
      instance: 'node1',
      service: 'shop',
      group: '3',
    })
  })

  it('leaves out what is not there', () => {
    expect(parseSeriesName('value')).toEqual({ id: 'value', metric: 'value', instance: '' })
    expect(parseSeriesName('cpu[node1]:1')).toEqual({
      id: 'cpu[node1]:1',
      metric: 'cpu',
      instance: 'node1',
      group: '1',
    })
  })

  it('gives ids that read back to the same series', () => {
    for (const name of ['a', 'a[b]', 'a[b]:c', 'a[b][c]:d', 'a:d', '延迟[节点]'])
      expect(parseSeriesName(parseSeriesName(name).id)).toEqual(parseSeriesName(name))
  })

  it('refuses what is not a series', () => {
    for (const name of ['', '[a]', 'a[b', 'a]b', 'a[b]:', 'a[b]c', 'a:b:c'])
      expect(() => parseSeriesName(name)).toThrow(RangeError)
  })
})
