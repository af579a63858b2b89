import { expect, it } from 'vitest'
import { splitNames } from './split-names.ts'

it('keeps the names of a short query together, in their order', () => {
  expect(splitNames(['b', 'a'], 'seriesIds')).toEqual([['b', 'a']])
  expect(splitNames([], 'seriesIds')).toEqual([[]])
})

it('leaves no part longer than an address may be, and loses no name', () => {
  const names = Array.from({ length: 200 }, (_, k) => `内存使用率[${k}]`.padEnd(200, k % 2 ? '节' : 'x'))
  const parts = splitNames(names, 'seriesIds')
  expect(parts.flat()).toEqual(names)
  for (const part of parts)
    expect(part.map((name) => `&seriesIds=${encodeURIComponent(name)}`).join('').length).toBeLessThan(6_001)
  expect(parts.length).toBeLessThan(names.length)
  expect(splitNames(['x'.repeat(9_000), 'y'], 'seriesIds')).toHaveLength(2)
})
