import { describe, expect, it } from 'vitest'
import { buildFrame } from '../../series/build-frame.ts'
import { parseSeriesName } from '../../series/series-name.ts'
import { createRandom } from '../../stats/random.ts'
import { train } from '../../testing/train.ts'
import { findGaps } from './find-gaps.ts'
import { findQuietTimes } from './quiet-times.ts'

const STEP = 300_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONDAY = Date.UTC(2026, 9, 5)

/** A latency of so many days that is there while `isThere`, by the hours of its day and the day; and one that is always there. */
function simulate(days: number, isThere: (hours: number, day: number) => boolean, from = 0, names = ['p99[a]']) {
  const random = createRandom(3)
  const times = Float64Array.from({ length: (days * DAY) / STEP }, (_, row) => MONDAY + from * DAY + row * STEP)
  const isKept = (time: number): boolean => isThere(((time - MONDAY) % DAY) / HOUR, Math.floor((time - MONDAY) / DAY))
  const columns = names.map((_, k) => times.map((time) => (k > 0 || isKept(time) ? 0.2 + 0.02 * random() : Number.NaN)))
  const rows = times.map((_, row) => row).filter((row) => columns.some((column) => !Number.isNaN(column[row]!)))
  return buildFrame(
    names.map(parseSeriesName),
    Float64Array.from(rows, (row) => times[row]!),
    columns.map((column) => Float64Array.from(rows, (row) => column[row]!)),
  )
}

const nightly = (hours: number): boolean => hours >= 6
const spansOf = (gaps: ReturnType<typeof findGaps>): string[] =>
  gaps.map(({ kind, start, end }) =>
    [kind, ...[start, end].map((time) => ((time - MONDAY) / HOUR).toFixed(1))].join(' '),
  )

describe('a gap that comes at the same time of each day', () => {
  it.each([
    ['the whole file', ['p99[a]']],
    ['one series of several', ['p99[a]', 'up[b]']],
  ])('is expected of a model that has seen it for days: %s', (_, names) => {
    const model = train(simulate(14, nightly, 0, names), { modelType: 'Holistic' })
    expect(spansOf(findGaps(simulate(6, nightly, 14, names), model))).toEqual([])
  })

  it('is found at other times, and with what goes on before or after it', () => {
    const model = train(simulate(14, nightly), { modelType: 'Holistic' })
    const withFaults = (hours: number, day: number): boolean =>
      nightly(hours) && !(day === 15 && hours >= 11 && hours < 12) && !(day === 17 && hours < 9)
    expect(spansOf(findGaps(simulate(6, withFaults, 14), model))).toEqual([
      'collector 371.0 371.9',
      'collector 414.0 416.9',
    ])
  })

  it('needs three days, and nearly every one of them', () => {
    const at = (days: number, isThere = nightly as (hours: number, day: number) => boolean) => {
      const { times, columns } = simulate(days, isThere)
      return findQuietTimes(times, columns[0]!, STEP)?.slots
    }
    expect(at(2)).toBeUndefined()
    expect(at(3)).toEqual([...Array(24).keys()])
    expect(at(14, (hours, day) => hours >= 6 || day % 2 === 0)).toBeUndefined()
    expect(at(14, (hours) => hours < 12 || hours >= 12.5)).toEqual([48, 49])
  })
})
