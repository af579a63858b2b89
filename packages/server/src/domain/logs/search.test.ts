import { expect, it } from 'vitest'
import { isAlarming, wordsOf } from './count-words.ts'
import { highlight } from './search.ts'

it('marks texts in any case and what expressions matched, each place once', () => {
  const line = 'Timeout: timeout of 30 ms'
  const shown = highlight(line, ['timeout', 'out of'], ['30 ms', '']).map(([from, to]) => line.slice(from, to))
  expect(shown).toEqual(['Timeout', 'timeout of', '30 ms'])
  expect(highlight('a'.repeat(1000), ['a'], [])).toHaveLength(1)
  expect(highlight('x y '.repeat(200), ['x'], []).length).toBeLessThanOrEqual(50)
  expect(highlight('İstanbul', ['istanbul'], [])).toEqual([])
})

it('takes the words of constant text, names in camel case apart, and tells which alarm', () => {
  expect([...wordsOf('NullPointerException in <*>: 连接失败 at OrderService')]).toEqual([
    ...['null', 'pointer', 'exception', '连接失败', 'order', 'service'],
  ])
  expect(['failed', 'timeout', 'refused', 'exception', '连接失败'].every(isAlarming)).toBe(true)
  expect(['order', 'terror', 'alerting'].some(isAlarming)).toBe(false)
})
