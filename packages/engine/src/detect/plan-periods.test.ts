import { describe, expect, it } from 'vitest'
import { sliceFrame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'
import { addParts, findParts, noParts, type PeriodParts } from './find-parts.ts'
import { describeRows } from './find-periods.ts'
import { planPeriods } from './plan-periods.ts'
import type { ScoredChunk } from './scored-chunk.ts'
import { joinParts } from './span-part.ts'

const frame = simulateFrame(['noise', 'shared', 'shared', 'noise'], 2_000, 9, ['cpu[a]', 'mem[a]', 'net[b]', 'cpu[b]'])
const model = train(sliceFrame(frame, 0, 800), { modelType: 'Holistic' })
const OPTIONS = { pvalue: 0.99, cvalue: 5 }
const faulty = changeRows(
  changeRows(frame, 3, 1_000, 1_300, (x, k) => x + 40 + (k % 20 < 14 ? 20 : -38)),
  0,
  1_600,
  1_640,
  () => 0,
)
const rowsOf = (scored: ScoredChunk, from: number, to: number): ScoredChunk => ({
  times: scored.times.slice(from, to),
  probability: scored.probability.slice(from, to),
  direction: scored.direction.slice(from, to),
  seriesProbability: scored.seriesProbability.map((column) => column.slice(from, to)),
  seriesSide: scored.seriesSide.map((column) => column.slice(from, to)),
  expectedLow: scored.expectedLow.map((column) => column.slice(from, to)),
  expectedHigh: scored.expectedHigh.map((column) => column.slice(from, to)),
})

describe('planPeriods', () => {
  const { scored, periods } = detect(model, faulty, OPTIONS)

  it.each([90, 250])('says of a file looked through %d rows at a time what it says of the whole', (rows) => {
    const moved = (found: PeriodParts, by: number): PeriodParts => {
      const move = <T extends { fromRow: number; toRow: number }>(one: T): T => ({
        ...one,
        fromRow: one.fromRow + by,
        toRow: one.toRow + by,
      })
      return { ...found, parts: found.parts.map(move), downs: found.downs.map(move) }
    }
    let found = noParts()
    for (let from = 0; from < 2_000; from += rows) {
      const to = Math.min(2_000, from + rows)
      found = addParts([
        found,
        moved(findParts(rowsOf(scored, from, to), sliceFrame(faulty, from, to), model, OPTIONS), from),
      ])
    }
    const plan = planPeriods(found, {
      probability: scored.probability,
      series: faulty.series,
      threshold: 0.01,
      cvalue: 5,
    })
    const describePieces = (fromRow: number, toRow: number, seriesIds: string[]) => {
      const pieces = []
      for (let from = fromRow; from < toRow; from += rows)
        pieces.push(
          describeRows({ fromRow: from, toRow: Math.min(toRow, from + rows), seriesIds }, scored, faulty, model, 0.99),
        )
      return joinParts(pieces)
    }
    const told = plan.finish(
      plan.need.map(({ fromRow, toRow, seriesIds }) => describePieces(fromRow, toRow, seriesIds)),
    )
    const facts = (all: typeof periods) =>
      all.map(({ fromRow, toRow, kind, series, sentence }) => ({
        fromRow,
        toRow,
        kind,
        lead: series[0]!.peak,
        sentence,
      }))
    expect(facts(told)).toEqual(facts(periods))
    expect(told.length).toBeGreaterThan(0)
  })

  it('refuses to join nothing', () => {
    expect(() => joinParts([])).toThrow(RangeError)
  })
})
