import { describe, expect, it } from 'vitest'
import { type Frame, sliceFrame } from '../../series/frame.ts'
import { changeRows, simulateFrame } from '../../testing/simulate-frame.ts'
import { train } from '../../testing/train.ts'
import { renderSentence } from '../render-sentence.ts'
import { findGaps } from './find-gaps.ts'

const NAMES = ['cpu[a]', 'mem[a]', 'cpu[b]', 'mem[b]']
const frame = simulateFrame(['noise', 'slow', 'noise', 'sparse'], 600, 1, NAMES)
const model = train(frame, { modelType: 'Split' })
const blank = (f: Frame, columns: number[], from: number, to: number) =>
  columns.reduce((g, column) => changeRows(g, column, from, to, () => Number.NaN), f)
const summaryOf = (f: Frame, withModel = true) =>
  findGaps(f, withModel ? model : undefined).map((gap) => [gap.kind, gap.fromRow, gap.toRow, ...gap.seriesIds])

describe('findGaps', () => {
  it.each([true, false])('tells a silent collector from a silent target (with a model: %s)', (withModel) => {
    const gaps = blank(blank(frame, [0, 1, 2, 3], 100, 110), [2, 3], 300, 320)
    expect(summaryOf(gaps, withModel)).toEqual([
      ['collector', 100, 110, ...NAMES],
      ['silent', 300, 320, 'cpu[b]', 'mem[b]'],
    ])
    expect(findGaps(gaps, model)[1]).toMatchObject({ instance: 'b', isMissingValue: true, end: frame.times[319] })
  })

  it.each([true, false])('counts the lines of the file that were rejected in it (with a model: %s)', (withModel) => {
    const at = (row: number): number => frame.times[row]!
    const holed = blank(blank(blank(frame, [0, 1, 2, 3], 100, 110), [0, 1, 2, 3], 200, 220), [2, 3], 300, 320)
    const rejectedRuns = [
      { after: at(50), before: at(52), lines: 1 },
      { after: at(99), before: at(104), lines: 4 },
      { after: at(104), before: at(110), lines: 5 },
      { after: at(199), before: at(220), lines: 3 },
      { after: at(299), before: at(320), lines: 20 },
    ]
    const gaps = findGaps({ ...holed, rejectedRuns }, withModel ? model : undefined)
    expect(gaps.map(({ sentence }) => renderSentence(sentence, 'en').replace(/ for [^:,]+/, ''))).toEqual([
      'no readable samples: 9 lines of the file could not be read',
      'the collector was silent: none of the 4 series reported, and 3 lines of the file could not be read',
      'all 2 series of b sent nothing, while others reported',
    ])
  })

  it('tells a single silent series from its instance', () => {
    expect(summaryOf(blank(frame, [1], 300, 320))).toEqual([['silent', 300, 320, 'mem[a]']])
    expect(findGaps(blank(frame, [1], 300, 320), model)[0]).not.toHaveProperty('instance')
  })

  it('tells a silence that lasts to the end', () => {
    expect(summaryOf(blank(frame, [0, 1], 590, 600))).toEqual([['silent', 590, 600, 'cpu[a]', 'mem[a]']])
  })

  it('passes over hiccups of two rows', () => {
    expect(summaryOf(blank(frame, [0, 1, 2, 3], 100, 102))).toEqual([])
  })

  it('expects gaps in a series that often has them', () => {
    const patchy = changeRows(frame, 0, 0, 600, (x, row) => (row % 3 === 0 ? x : Number.NaN))
    const learned = train(patchy, { modelType: 'Split' })
    expect(findGaps(blank(patchy, [0], 300, 310), learned)).toEqual([])
    expect(findGaps(blank(patchy, [0], 300, 400), learned)).toHaveLength(1)
  })

  it.each([true, false])('tells a frozen value (with a model: %s)', (withModel) => {
    const frozen = changeRows(frame, 0, 200, 230, () => frame.columns[0]![200]!)
    expect(summaryOf(frozen, withModel)).toEqual([['frozen', 200, 230, 'cpu[a]']])
    expect(findGaps(frozen, model)[0]).toMatchObject({
      isMissingValue: false,
      sentence: { kind: 'frozen', value: frame.columns[0]![200] },
    })
  })

  it('does not call a sparse or constant column frozen', () => {
    expect(summaryOf(frame)).toEqual([])
    const still = simulateFrame(['constant'], 200, 1)
    expect(findGaps(still)).toEqual([])
    expect(findGaps(still, train(still, { modelType: 'Split' }))).toEqual([])
  })

  it('does not call a value outside the range of training frozen', () => {
    expect(summaryOf(changeRows(frame, 0, 200, 230, () => 100))).toEqual([])
  })

  it('has nothing to say of nothing', () => {
    expect(findGaps(sliceFrame(frame, 0, 0), model)).toEqual([])
  })
})
