import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSearchPace } from './use-paced-search.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('passes a text on 20 ms after the last key', () => {
  const searched: string[] = []
  const pace = createSearchPace((text) => searched.push(text), Date.now)
  pace.type('s')
  vi.advanceTimersByTime(19)
  pace.type('sh')
  vi.advanceTimersByTime(19)
  expect(searched).toEqual([])
  vi.advanceTimersByTime(1)
  expect(searched).toEqual(['sh'])
})

it('asks at most once in 200 ms, and for what was typed last', () => {
  const searched: string[] = []
  const pace = createSearchPace((text) => searched.push(text), Date.now)
  pace.type('s')
  vi.advanceTimersByTime(20)
  for (const text of ['sh', 'sho', 'shop']) {
    pace.type(text)
    vi.advanceTimersByTime(60)
  }
  expect(searched).toEqual(['s'])
  vi.advanceTimersByTime(20)
  expect(searched).toEqual(['s', 'shop'])
})

it('drops what waits when it is stopped', () => {
  const searched: string[] = []
  const pace = createSearchPace((text) => searched.push(text), Date.now)
  pace.type('s')
  pace.stop()
  vi.advanceTimersByTime(1000)
  expect(searched).toEqual([])
})
