import { describe, expect, it } from 'vitest'
import { dayIn, fromZonedInput, toZonedInput } from './zoned-input.ts'

describe('zoned input', () => {
  it.each(['UTC', 'Asia/Shanghai', 'America/New_York'])('means the same moment in %s', (zone) => {
    const time = Date.UTC(2026, 9, 25, 10, 7)
    expect(fromZonedInput(toZonedInput(time, zone), zone)).toBe(time)
  })
  it('is written in the zone', () => {
    expect(toZonedInput(Date.UTC(2026, 9, 25, 23, 7), 'Asia/Shanghai')).toBe('2026-10-26T07:07')
  })
  it('has the day of the zone, not that of UTC', () => {
    const time = Date.UTC(2026, 9, 25, 23, 7)
    expect([dayIn('Asia/Shanghai', time), dayIn('America/New_York', time)]).toEqual(['2026-10-26', '2026-10-25'])
  })
  it('is nothing where it is not filled in', () => {
    expect([fromZonedInput('', 'UTC'), fromZonedInput('2026-10', 'UTC')]).toEqual([null, null])
  })
})
