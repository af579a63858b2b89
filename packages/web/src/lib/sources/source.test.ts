import { expect, it } from 'vitest'
import { formatSource, outliersPath, parseSource, rolloutPath, type Source } from './source.ts'

const SOURCES: Source[] = [
  { projectName: 'shop & co@bob' },
  { filename: 'f_2c9a81d07b3e' },
  { detectionId: 'd_41c7' },
  { projectName: '订单' },
]

it.each(SOURCES)('reads $projectName$filename$detectionId back as it was written', (source) => {
  expect(parseSource(formatSource(source))).toEqual(source)
})

it('names a source in the address of a page', () => {
  expect(outliersPath({ filename: 'f_2c9a81d07b3e' })).toBe('/outliers?file=f_2c9a81d07b3e')
  expect(rolloutPath({ detectionId: 'd_41c7' })).toBe('/rollout?detection=d_41c7')
  expect(outliersPath({ projectName: 'a&b' })).toBe('/outliers?project=a%26b')
})

it('takes an address without a source for none', () => {
  expect(parseSource('metric=cpu')).toBeNull()
})
