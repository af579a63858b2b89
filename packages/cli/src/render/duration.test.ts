import { expect, it } from 'vitest'
import { duration } from './duration.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

it.each([
  [850, '850ms'],
  [45 * second, '45s'],
  [3 * minute + 50 * second, '3m 50s'],
  [10 * minute + 50 * second, '11m'],
  [hour + 45 * minute + 50 * second, '1h 46m'],
  [2 * hour + 5 * minute, '2h 5m'],
  [59 * minute + 40 * second, '1h'],
  [23 * hour + 59 * minute + 40 * second, '1d'],
  [3 * 24 * hour + 3.6 * hour, '3d 4h'],
])('writes %i ms as %s', (ms, text) => expect(duration(ms)).toBe(text))
