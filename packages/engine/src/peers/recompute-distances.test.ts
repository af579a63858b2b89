import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { expectedRange } from './expected-range.ts'
import { findOutliers } from './find-outliers.ts'
import type { PeerMember, PeerMode } from './peers.ts'

// docs/guide/outliers.md says what a distance is: these tests work it out anew from the values, by that page alone.

const STEP_MS = 10_000
const ROWS = 3_000
const PAST_ROWS = 1_500
const START_ROW = 177_654_013

/** Instances under one load, with gaps, of which the last is off by 5 for 400 rows; the grid begins within a block. */
function simulate(sizes: readonly number[]): number[][] {
  const random = createRandom(11)
  return sizes.map((size, k) =>
    Array.from({ length: ROWS }, (_, row) => {
      const load = 40 + 10 * Math.sin(row / 200)
      const isOff = k === sizes.length - 1 && row >= 2_000 && row < 2_400
      const value = load * (1 + size / 50) + size + normal(random) + (isOff ? 5 : 0)
      return random() < 0.01 ? Number.NaN : value
    }),
  )
}

const alike = simulate([0, 0, 0, 0, 0, 0])
const unlike = simulate([0, 10, 20, 30, 40])

function frameOf(whole: readonly number[][], fromRow = 0, toRow = ROWS): Frame {
  return {
    times: Float64Array.from({ length: toRow - fromRow }, (_, row) => (START_ROW + fromRow + row) * STEP_MS),
    stepMs: STEP_MS,
    series: whole.map((_, k) => parseSeriesName(`cpu[n${k}]`)),
    columns: whole.map((column) => Float64Array.from(column.slice(fromRow, toRow))),
  }
}

function compare(frame: Frame, pastRows: number): { members: PeerMember[]; mode: PeerMode } {
  const [found] = findOutliers(frame, { pastRows })
  if (found?.kind !== 'compared') throw new Error('not compared')
  expect(found.modes).toHaveLength(1)
  return { members: found.members, mode: found.modes[0]! }
}

function middleOf(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The deviation of every row as the guide has it: blocks of 60 samples of the clock. */
function deviationsByGuide(columns: readonly number[][], middle: readonly number[], firstRow: number): number[] {
  const blockOf = (row: number) => Math.floor((firstRow + row) / 60) - Math.floor(firstRow / 60)
  const rows = middle.map((_, row) => row)
  const last = blockOf(middle.length - 1)
  const spreads = Array.from({ length: last + 1 }, (_, block) => {
    const inBlock = rows.filter((row) => blockOf(row) === block)
    const distances = columns.map((column) =>
      inBlock.map((row) => Math.abs(column[row]! - middle[row]!)).filter((distance) => !Number.isNaN(distance)),
    )
    const values = distances.flat().length / inBlock.length
    return (middleOf(distances.map(meanOf)) * Math.sqrt(Math.PI / 2)) / Math.sqrt(1 - 1.5 / Math.max(3, values))
  })
  const reach = Math.floor(Math.ceil(20 / columns.length) / 2)
  const medians = spreads.map((_, k) => middleOf(spreads.slice(Math.max(0, k - reach), k + reach + 1)))
  const smooth = medians.map((own, k) => {
    const near = [medians[k - 1], own, own, medians[k + 1]].filter((one) => one !== undefined)
    return meanOf(near)
  })
  return rows.map((row) => Math.max(smooth[blockOf(row)]!, 0.2 * middleOf(smooth), 1e-3 * Math.abs(middle[row]!)))
}

describe('a distance', () => {
  it('is the distance from the median of the row over the deviation of the guide', () => {
    const { members } = compare(frameOf(alike), 0)
    const middle = alike[0]!.map((_, row) => middleOf(alike.map((column) => column[row]!)))
    const deviation = deviationsByGuide(alike, middle, START_ROW)
    const spans = members.flatMap(({ column, spans }) => spans.map((span) => ({ column, span })))
    expect(spans.length).toBeGreaterThan(0)
    for (const { column, span } of spans) {
      const rows = Array.from({ length: span.toRow - span.fromRow }, (_, k) => span.fromRow + k)
      const recomputed = middleOf(rows.map((row) => (alike[column]![row]! - middle[row]!) / deviation[row]!))
      expect(span.distance).toBeCloseTo(recomputed, 9)
    }
  })

  it('with a past is the distance from the middle of the expected range, whose half is the tolerance', () => {
    const { members, mode } = compare(frameOf(unlike), PAST_ROWS)
    const off = members.find(({ column }) => column === 4)!
    expect(off.usual!.slope).toBeGreaterThan(1.2)
    expect(off.spans).toHaveLength(1)
    const [span] = off.spans
    const { low, high } = expectedRange(mode, off)
    const distances = Array.from({ length: span!.toRow - span!.fromRow }, (_, k) => {
      const row = span!.fromRow + k
      const center = (low[row]! + high[row]!) / 2
      return (3 * (unlike[4]![PAST_ROWS + row]! - center)) / ((high[row]! - low[row]!) / 2)
    })
    expect(span!.distance).toBeCloseTo(middleOf(distances), 9)
  })

  it('is nearly the same in a window that begins and ends some rows later', () => {
    const distancesFrom = (first: number) => {
      const { members } = compare(frameOf(unlike, first, first + 2_700), PAST_ROWS - 60)
      return members.map(({ instance, spans }) => ({ instance, distances: spans.map(({ distance }) => distance) }))
    }
    const before = distancesFrom(0)
    expect(before[0]).toMatchObject({ instance: 'n4' })
    for (const later of [1, 7, 29]) {
      const after = distancesFrom(later)
      expect(after.map(({ instance, distances }) => [instance, distances.length])).toEqual(
        before.map(({ instance, distances }) => [instance, distances.length]),
      )
      expect(Math.abs(after[0]!.distances[0]! / before[0]!.distances[0]! - 1)).toBeLessThan(0.05)
    }
  })
})
