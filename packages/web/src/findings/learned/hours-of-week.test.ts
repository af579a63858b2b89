import { expect, it } from 'vitest'
import { hoursOfWeek } from './hours-of-week.ts'

it('begins on Monday at midnight and ends on Sunday at eleven', () => {
  const hours = hoursOfWeek('en-GB')
  expect(hours).toHaveLength(168)
  expect([hours[0]?.label, hours[25]?.label, hours[167]?.label]).toEqual(['Mon 00:00', 'Tue 01:00', 'Sun 23:00'])
})
