import { expect, it } from 'vitest'
import { nameOnInstance } from './name-on-instance.ts'

it('names the instance in both languages', () => {
  const series = { metric: 'cpu', instance: 'node3' }
  expect([nameOnInstance(series, 'en'), nameOnInstance(series, 'zh-CN')]).toEqual(['cpu on node3', 'node3 的 cpu'])
})

it('is the metric alone where there is no instance', () => {
  expect(nameOnInstance({ metric: 'cpu', instance: '' }, 'en')).toBe('cpu')
})
