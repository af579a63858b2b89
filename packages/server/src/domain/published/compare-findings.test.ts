import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { FrozenDetection } from '../../schema/wire-types.ts'
import { compareFindings, pairNearest } from './compare-findings.ts'

type Side = Pick<FrozenDetection, 'from' | 'periods' | 'gaps' | 'logs' | 'series'>

const MINUTE = 60_000
const series = ['cpu[a]', 'mem[a]'].map((seriesId) => ({
  seriesId,
  metric: seriesId.slice(0, 3),
  instance: 'a',
  present: 1,
  flagged: 0,
}))
const period = (seriesId: string, start: number, val: number) => ({
  id: `${seriesId} ${start}`,
  start,
  end: start,
  val,
  kind: 'anomaly',
  sentence: `${seriesId} at ${start}`,
  series: [{ seriesId, share: 1, side: 1 }],
})
const run = (from: number, periods: object[], gaps: object[] = [], logs: object[] = []) =>
  ({ from, periods, gaps, logs, series }) as unknown as Side

test('findings of the same series, kind and direction are the same, counted from the beginning of each run', () => {
  const a = run(0, [period('cpu[a]', 5 * MINUTE, 4)])
  const b = run(1000 * MINUTE, [period('cpu[a]', 1006 * MINUTE, 6), period('mem[a]', 1001 * MINUTE, 3)])
  const { findings, counts } = compareFindings(a, b)
  expect(counts).toEqual({ new: 1, gone: 0, both: 1 })
  expect(findings).toMatchObject([
    { state: 'new', metric: 'mem', severity: 3, severityBefore: null },
    { state: 'both', metric: 'cpu', severity: 6, severityBefore: 4, start: 1006 * MINUTE, startBefore: 5 * MINUTE },
  ])
})

test('of several the nearest are the same, each once', () => {
  const a = run(0, [period('cpu[a]', 1, 2), period('cpu[a]', 100, 3)])
  const b = run(0, [period('cpu[a]', 99, 5)])
  const { findings } = compareFindings(a, b)
  expect(findings.map(({ state, severityBefore }) => [state, severityBefore])).toEqual([
    ['gone', 2],
    ['both', 3],
  ])
})

test('a finding in the other direction, or a gap, is another one', () => {
  const gap = { kind: 'silent', seriesIds: ['cpu[a]'], start: 1, end: 2, sentence: 'silent' }
  const { counts } = compareFindings(run(0, [period('cpu[a]', 1, -3)]), run(0, [period('cpu[a]', 1, 3)], [gap]))
  expect(counts).toEqual({ new: 2, gone: 1, both: 0 })
})

test('metrics say how many findings they had and have, the worst first', () => {
  const { metrics } = compareFindings(
    run(0, [period('cpu[a]', 1, 3)]),
    run(0, [period('mem[a]', 1, 8), period('cpu[a]', 1, 4)]),
  )
  expect(metrics).toEqual([
    { metric: 'mem', findings: 1, findingsBefore: 0, severity: 8, severityBefore: null },
    { metric: 'cpu', findings: 1, findingsBefore: 1, severity: 4, severityBefore: 3 },
  ])
})

test('findings in log lines are the same by kind, template and instance', () => {
  const log = (template: string, start: number, val: number) => ({
    kind: 'new',
    template,
    instance: 'web1',
    start,
    val,
    sentence: `'${template}' on web1`,
  })
  const a = run(0, [], [], [log('payment of order <*> failed', 10, 4), log('disk <*> is full', 20, 2)])
  const b = run(100, [], [], [log('payment of order <*> failed', 110, 6)])
  const { findings, counts } = compareFindings(a, b)
  expect(counts).toEqual({ new: 0, gone: 1, both: 1 })
  expect(findings).toMatchObject([
    { state: 'gone', kind: 'log', metric: null, instance: 'web1', severityBefore: 2 },
    { state: 'both', kind: 'log', severity: 6, severityBefore: 4, start: 110, startBefore: 10 },
  ])
})

test('compares tens of thousands of findings of one series', () => {
  const many = (shift: number) =>
    run(
      0,
      Array.from({ length: 30_000 }, (_, index) => period('cpu[a]', index * MINUTE + shift, 3)),
    )
  const { counts, findings } = compareFindings(many(0), many(1))
  expect(counts).toEqual({ new: 0, gone: 0, both: 30_000 })
  expect(findings).toHaveLength(1000)
})

const at = (...offsets: number[]) => offsets.map((offset) => ({ offset }))

/** All pairs, the nearest first. */
function pairsByHand(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  const all = a.flatMap((one) => b.map((other) => [one, other] as const))
  all.sort((x, y) => Math.abs(x[0] - x[1]) - Math.abs(y[0] - y[1]))
  const used = new Set<number>()
  return all.filter(([one, other]) => {
    if (used.has(one) || used.has(other)) return false
    used.add(one).add(other)
    return true
  })
}

describe('pairNearest', () => {
  it('takes the nearest pair of what is left, whichever neighbours it had', () => {
    const { pairs, before, after } = pairNearest(at(4, 5), at(0, 6, 7))
    expect(pairs).toEqual([
      [{ offset: 5 }, { offset: 6 }],
      [{ offset: 4 }, { offset: 7 }],
    ])
    expect([before, after]).toEqual([[], at(0)])
  })
  it('pairs as the comparison of all pairs does', () => {
    // Powers of two, of which no two are equally far apart
    const exponents = fc.uniqueArray(fc.integer({ min: 0, max: 45 }), { maxLength: 24 })
    fc.assert(
      fc.property(exponents, fc.infiniteStream(fc.boolean()), (drawn, sides) => {
        const isBefore = drawn.map(() => sides.next().value === true)
        const a = drawn.filter((_, index) => isBefore[index]).map((one) => 2 ** one)
        const b = drawn.filter((_, index) => !isBefore[index]).map((one) => 2 ** one)
        const { pairs, before, after } = pairNearest(at(...a), at(...b))
        expect(pairs.map(([one, other]) => [one.offset, other.offset])).toEqual(pairsByHand(a, b))
        expect(before.length + after.length + 2 * pairs.length).toBe(drawn.length)
      }),
    )
  })
  it('has all left over where the other set is empty', () => {
    expect(pairNearest(at(1, 2), [])).toEqual({ pairs: [], before: at(1, 2), after: [] })
  })
})
