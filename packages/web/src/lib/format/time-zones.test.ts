import { expect, it } from 'vitest'
import { timeZones } from './time-zones.ts'

it('offers UTC, all zones, and the current one', () => {
  const zones = timeZones('Etc/GMT+3')
  expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Shanghai', 'Etc/GMT+3']))
  expect(new Set(zones).size).toBe(zones.length)
})
