import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import type { CauseOptions, CauseRanking } from './cause.ts'
import { rankCauses } from './rank-causes.ts'
import { renderCause } from './render-cause.ts'

const NAMES = ['cpu[a]', 'mem[a]', 'net[a]', 'cpu[b]', 'mem[b]', 'net[b]', 'cpu[c]', 'mem[c]', 'net[c]']
const calm = simulateFrame(Array(9).fill('noise'), 200, 3, NAMES)
/** The memory of b goes first and by little, its cpu and then cpu and network of a follow by much. */
const frame = [
  [4, 150, 25],
  [3, 152, 60],
  [0, 154, 90],
  [2, 155, 90],
].reduce((f, [column, row, by]) => changeRows(f, column!, row!, 200, (x) => x + by!), calm)
const incident = { start: frame.times[151]!, end: frame.times[199]! }

function rank(f: Frame = frame, options: CauseOptions = {}, told = incident): CauseRanking {
  const ranking = rankCauses(f, told, options)
  if (ranking.kind !== 'ranked') throw new Error(ranking.reason)
  return ranking
}
const idsOf = (ranking: CauseRanking) => ranking.causes.map(({ seriesId }) => seriesId)

describe('rankCauses', () => {
  it('puts what moved first before symptoms that moved by more', () => {
    const { causes, instances, onset } = rank()
    expect(causes[0]!.seriesId).toBe('mem[b]')
    expect(onset).toBe(frame.times[150])
    expect(instances[0]).toMatchObject({ instance: 'b', moved: 2, of: 3 })
    expect(causes[0]).toMatchObject({
      role: 'cause',
      reasons: { side: 1, place: 1, behindMs: 0, moved: { count: 2, of: 3 }, hits: { count: 0, of: 0 } },
    })
    expect(causes.filter(({ instance }) => instance === 'a').map(({ role }) => role)).toEqual(['symptom', 'symptom'])
    expect(causes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })

  it('is not misled by a start reported a minute early or late', () => {
    for (const off of [-60_000, -30_000, 30_000, 60_000]) {
      const told = { start: frame.times[150]! + off, end: incident.end }
      expect(idsOf(rank(frame, {}, told))[0]).toBe('mem[b]')
    }
  })

  it('counts how far behind a series is from the one that it calls first, be it brief', () => {
    const brief = changeRows(frame, 6, 147, 149, (x) => x + 40)
    const { causes, onset } = rank(brief, {}, { ...incident, start: frame.times[147]! })
    const order = causes.map(({ seriesId, reasons: { place, behindMs } }) => [place, behindMs, seriesId])
    const stepMs = frame.stepMs
    expect(onset).toBe(frame.times[150])
    expect(order.sort(([a], [b]) => Number(a) - Number(b)).slice(0, 3)).toEqual([
      [1, 0, 'cpu[c]'],
      [2, 3 * stepMs, 'mem[b]'],
      [3, 5 * stepMs, 'cpu[b]'],
    ])
  })

  it('lists only what moved', () => {
    expect(idsOf(rank()).sort()).toEqual(['cpu[a]', 'cpu[b]', 'mem[b]', 'net[a]'])
    expect(rank(calm).causes).toEqual([])
    expect(rank(calm).onset).toBe(incident.start)
  })

  it('raises what earlier incidents began with, most where a person confirmed it', () => {
    const past = (causeIds?: string[]) =>
      Array.from({ length: 6 }, (_, k) => ({
        id: `i${k}`,
        movers: [
          { seriesId: 'cpu[a]', onset: 0 },
          { seriesId: 'mem[b]', onset: 90_000 },
        ],
        ...(causeIds ? { causeIds } : {}),
      }))
    const share = (options: CauseOptions) => rank(frame, options).causes.find((one) => one.seriesId === 'cpu[a]')!.share
    expect(share({ history: past() })).toBeGreaterThanOrEqual(share({}))
    expect(share({ history: past(['cpu[a]']) })).toBeGreaterThan(share({ history: past() }))
    const hits = rank(frame, { history: past(['cpu[a]']) }).causes.find((one) => one.seriesId === 'cpu[a]')!.reasons
      .hits
    expect(hits).toEqual({ count: 6, of: 6 })
  })

  it('counts what earlier incidents and this one say of the order', () => {
    const history = [
      {
        id: 'x',
        movers: [
          { seriesId: 'mem[b]', onset: 0 },
          { seriesId: 'cpu[a]', onset: 240_000 },
        ],
      },
    ]
    const edge = rank(frame, { history }).graph.edges.find((one) => one.from === 'mem[b]' && one.to === 'cpu[a]')
    expect(edge).toMatchObject({ times: 2, of: 2, share: 1 })
  })

  it('raises the instance that was changed shortly before, and tells the change apart from what came with it', () => {
    const at = frame.times[148]!
    const before = rank().causes.find((one) => one.seriesId === 'cpu[a]')!
    const ranking = rank(frame, {
      changes: [{ at, kind: 'deployment', text: 'a 1.2', instance: 'a' }],
      logEvents: [
        {
          at: frame.times[149]!,
          finding: 'new',
          templateId: 't1',
          template: 'started 1.2',
          probability: 1e-4,
          instance: 'a',
        },
        {
          at: frame.times[152]!,
          finding: 'hot',
          templateId: 't2',
          template: 'timeout',
          probability: 1e-6,
          instance: 'a',
        },
        { at: frame.times[10]!, finding: 'new', templateId: 't3', template: 'long ago', probability: 1e-6 },
      ],
    })
    const after = ranking.causes.find((one) => one.seriesId === 'cpu[a]')!
    expect(after.score).toBeGreaterThan(before.score)
    expect(after.reasons.change).toBe(0)
    expect(ranking.changes.map(({ role, source }) => [role, source.kind])).toEqual([
      ['change', 'change'],
      ['change', 'log'],
      ['symptom', 'log'],
    ])
    expect(ranking.changes[0]!.leadMs).toBe(120_000)
    expect(ranking.changes[0]!.seriesIds).toContain('cpu[a]')
  })

  it('begins with an instance that went down, whether it reports nothing or 0', () => {
    for (const nothing of [0, Number.NaN]) {
      const down = [6, 7, 8].reduce((f, column) => changeRows(f, column, 150, 190, () => nothing), calm)
      const { causes, instances } = rank(changeRows(down, 0, 151, 170, (x) => x + 40))
      expect(causes.slice(0, 3).map(({ instance, reasons }) => [instance, reasons.hasStopped])).toEqual([
        ['c', true],
        ['c', true],
        ['c', true],
      ])
      expect(instances[0]!.instance).toBe('c')
      expect(renderCause(causes[0]!, 'en')).toMatch(/^(cpu|mem|net) on c stopped, first to move, 3 of 3 metrics/)
      expect(renderCause(causes[0]!, 'zh-CN')).toMatch(/^c 的 (cpu|mem|net) 停止，最先变化/)
    }
  })

  it('holds an incident of many hours against a whole day', () => {
    const names = ['cpu[a]', 'cpu[b]', 'mem[b]']
    const days = simulateFrame(['daily', 'daily', 'noise'], 3_000, 5, names)
    const told = { start: days.times[2_300]!, end: days.times[2_800]! }
    const leak = changeRows(days, 2, 2_300, 3_000, (x, row) => x + row / 10)
    expect(idsOf(rank(leak, {}, told))).toEqual(['mem[b]'])
    expect(idsOf(rank(leak, { preMs: 3_600_000 }, told))).toContain('cpu[a]')
  })

  it('passes over periods of other times', () => {
    const elsewhere = { start: frame.times[2]!, end: frame.times[9]!, series: [{ seriesId: 'net[a]', share: 1 }] }
    const find = (options: CauseOptions) => rank(frame, options).causes.find((one) => one.seriesId === 'net[a]')!
    expect(find({ periods: [elsewhere] })).toEqual(find({}))
  })

  it('raises what a model held responsible', () => {
    const periods = [{ ...incident, series: [{ seriesId: 'net[a]', share: 1 }] }]
    const find = (options: CauseOptions) => rank(frame, options).causes.find((one) => one.seriesId === 'net[a]')!
    expect(find({ periods }).score).toBeCloseTo(find({}).score + 2.5, 9)
    expect(find({ periods }).reasons.periodShare).toBe(1)
  })

  it('does not depend on the order of the series, nor on their units', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9, maxLength: 9 })
    fc.assert(
      fc.property(
        order,
        fc.constantFrom(0.5, 4, 1024),
        fc.integer({ min: -999, max: 999 }),
        (places, factor, shift) => {
          const other = {
            ...frame,
            series: places.map((k) => frame.series[k]!),
            columns: places.map((k) => frame.columns[k]!.map((x) => factor * x + shift)),
          }
          expect(idsOf(rank(other))).toEqual(idsOf(rank()))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('passes over gaps', () => {
    const holed = {
      ...frame,
      columns: frame.columns.map((c, k) => c.map((x, row) => ((row + k) % 6 === 0 ? Number.NaN : x))),
    }
    expect(idsOf(rank(holed))[0]).toBe('mem[b]')
  })

  it('keeps the origin among the first three, whichever rows are missing', () => {
    const rows = fc.uniqueArray(fc.nat(199), { maxLength: 40 })
    fc.assert(
      fc.property(rows, fc.nat(8), (missing, column) => {
        const holed = missing.reduce((f, row) => changeRows(f, column, row, row + 1, () => Number.NaN), frame)
        const place = idsOf(rank(holed)).indexOf('mem[b]')
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThan(3)
      }),
      { numRuns: 50 },
    )
  })

  it('says what is missing where nothing can be measured', () => {
    expect(rankCauses(frame, { start: frame.times[5]!, end: incident.end })).toMatchObject({
      kind: 'insufficient',
      need: 10,
    })
    const empty = { times: new Float64Array(0), stepMs: 0, series: [], columns: [] }
    expect(rankCauses(empty, incident)).toMatchObject({ kind: 'insufficient', got: 0, reason: 'there is no series' })
    const silent = { ...frame, columns: frame.columns.map((c) => c.map(() => Number.NaN)) }
    expect(rankCauses(silent, incident).kind).toBe('insufficient')
  })

  it('refuses an end before the start', () => {
    expect(() => rankCauses(frame, { start: 2, end: 1 })).toThrow(RangeError)
    expect(() => rankCauses(frame, incident, { preMs: 0 })).toThrow(RangeError)
  })
})

describe('renderCause', () => {
  it('tells the reasons in both languages', () => {
    const [cause] = rank().causes
    const told = {
      ...cause!,
      reasons: { ...cause!.reasons, peak: 76, usual: 50, spread: 26 / 8.25, behindMs: 0, hits: { count: 2, of: 3 } },
    }
    expect(renderCause(told, 'en')).toBe(
      'mem on b went up to 76, 8.3 usual spreads from 50, first to move, 2 of 3 metrics there differed from before, began 2 of 3 earlier incidents',
    )
    expect(renderCause(told, 'zh-CN')).toBe(
      'b 的 mem 升至 76，偏离通常值 50 达通常波动的 8.3 倍，最先变化，该处 3 项指标中有 2 项与此前不同，以往 3 次事件中有 2 次由此开始',
    )
    expect(renderCause(told, 'en', 'MB')).toContain('went up to 76 MB, 8.3 usual spreads from 50 MB, first to move')
    expect(renderCause({ ...told, metric: 'heap_mb' }, 'zh-CN')).toContain('升至 76 MB，偏离通常值 50 MB')
    const late = { ...told, reasons: { ...told.reasons, place: 12, behindMs: 30_000, side: -1 as const } }
    expect(renderCause(late, 'en')).toContain(
      'went down to 76, 8.3 usual spreads from 50, 12th to move, 30 s after the first',
    )
  })
})
