import { expect, it } from 'vitest'
import { timeZones } from './time-zones.ts'

it('offers UTC, the world, and what is in use', () => {
  const zones = timeZones('Etc/GMT+3')
  expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Shanghai', 'Etc/GMT+3']))
  expect(new Set(zones).size).toBe(zones.length)
})
