import { expect, it } from 'vitest'
import { unbrokenParts } from './unbroken-parts.ts'

const wholes = (text: string) => unbrokenParts(text).filter((_, index) => index % 2 === 1)

it('keeps names with hyphens whole', () => expect(wholes('cpu on host-1 rose')).toEqual(['host-1']))
it('keeps a figure with its unit', () => {
  expect(wholes('19 h 10 min of it on node3, reached 100 %')).toEqual(['19 h', '10 min', '100 %'])
  expect(wholes('19 小时 10 分钟，达到 1,281 MB/s')).toEqual(['19 小时', '10 分钟', '1,281 MB/s'])
})
it('takes no word for a unit', () => expect(wholes('7 hosts and 3 deployments')).toEqual([]))
