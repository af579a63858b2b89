import type { GapFinding, LogDetail, Period } from '@omen/engine'
import { describe, expect, it } from 'vitest'
import { toWireIncidents } from './to-incidents.ts'

const MINUTE = 60_000
const DATA_END = { stepMs: MINUTE, cvalue: 5, lastTime: 1000 * MINUTE }
const toIncidents = (periods: Period[], gaps: GapFinding[], end = DATA_END) =>
  toWireIncidents(periods, gaps, { dataEnd: end, locale: 'en' })

const period = (from: number, to: number, val: number, given: Partial<Period> = {}): Period => ({
  start: from * MINUTE,
  end: to * MINUTE,
  fromRow: from,
  toRow: to + 1,
  rows: to + 1 - from,
  val,
  probability: 1e-9,
  isMissingValue: false,
  kind: 'anomaly',
  series: [
    {
      seriesId: 'cpu[n1]',
      share: 0.9,
      side: 1,
      probability: 1e-9,
      peak: 98,
      usual: 20,
      spread: 2,
      firstAt: from * MINUTE,
    },
    { seriesId: 'mem[n2]', share: 0.1, side: 1, probability: 0.2, peak: 5, usual: 4, spread: 1, firstAt: null },
  ],
  sentence: {
    kind: 'anomaly',
    metric: 'cpu',
    instance: 'n1',
    durationMs: MINUTE,
    side: 1,
    isExtreme: true,
    peak: 98,
    usual: 20,
    unit: '%',
    metrics: 1,
    instances: 1,
    isFirst: true,
  },
  ...given,
})
const gap = (from: number, to: number, kind: GapFinding['kind'], instance?: string): GapFinding => ({
  kind,
  start: from * MINUTE,
  end: to * MINUTE,
  fromRow: from,
  toRow: to + 1,
  rows: to + 1 - from,
  isMissingValue: true,
  seriesIds: [`cpu[${instance ?? 'n1'}]`],
  ...(instance !== undefined && { instance }),
  sentence:
    kind === 'collector'
      ? { kind, series: 2, durationMs: MINUTE }
      : { kind: 'silent', instance: 'n3', series: 2, durationMs: MINUTE },
})

const log = (from: number, val: number, template: string, isError: boolean): LogDetail => ({
  start: from * MINUTE,
  end: from * MINUTE,
  rows: 1,
  val,
  probability: 1e-5,
  templateId: val,
  example: template,
  sentence: {
    kind: 'log',
    finding: 'new',
    template,
    instance: '',
    isError,
    lines: 1,
    bucketMs: MINUTE,
    durationMs: MINUTE,
  },
})

describe('toWireIncidents', () => {
  it('names an error before a worse flood of lines', async () => {
    const logs = [log(10, 8, 'cache miss', false), log(11, 2, 'disk is full', true)]
    const found = await toWireIncidents([], [], { dataEnd: DATA_END, locale: 'en' }, logs)
    expect(found).toMatchObject([{ title: expect.stringContaining('disk is full'), val: 8 }])
  })

  it('numbers by severity, then by duration, and puts missing data last', async () => {
    const found = await toIncidents(
      [period(10, 20, 4), period(100, 130, -8), period(200, 210, 8)],
      [gap(300, 400, 'collector')],
    )
    expect(found.map(({ number, start, val }) => [number, start / MINUTE, val])).toEqual([
      [1, 100, -8],
      [2, 200, 8],
      [3, 10, 4],
      [4, 300, null],
    ])
    expect(found[3]).toMatchObject({ kind: 'collector', gapNumbers: [1], periodIds: [], title: 'Collector silent' })
  })

  it('puts periods that follow each other into one, the most severe first', async () => {
    const [only, ...others] = await toIncidents([period(10, 20, 4), period(23, 30, 7)], [])
    expect(others).toEqual([])
    expect(only).toMatchObject({ start: 10 * MINUTE, end: 30 * MINUTE, val: 7, leadSeriesId: 'cpu[n1]' })
    expect(only?.periodIds).toHaveLength(2)
    expect(only?.title).toBe('cpu on n1')
    expect(only?.brief).toBe('reached 98 %, usually 20; the only metric that moved there')
  })

  it('counts only what moved among the instances', async () => {
    expect((await toIncidents([period(10, 20, 4)], []))[0]?.instances).toEqual(['n1'])
  })

  it('takes a silent instance for one that is down', async () => {
    const [first] = await toIncidents([period(10, 20, 4)], [gap(500, 520, 'silent', 'n3')])
    expect(first).toMatchObject({ number: 1, val: -Math.PI, gapNumbers: [1], title: 'n3 silent' })
  })

  it('takes 5,000 findings, each in one incident, by rank', async () => {
    const periods = Array.from({ length: 5_000 }, (_, index) => period(index * 20, index * 20 + 5, 1 + (index % 9)))
    const found = await toIncidents(periods, [])
    expect(found).toHaveLength(5_000)
    expect(found.map(({ number }) => number)).toEqual(periods.map((_, index) => index + 1))
    expect(new Set(found.flatMap(({ periodIds }) => periodIds)).size).toBe(5_000)
    expect(found.every(({ val }, index) => index === 0 || val! <= found[index - 1]!.val!)).toBe(true)
  })

  it('says what has not ended', async () => {
    const stateAt = async (given: Partial<Period>, to: number) =>
      (await toIncidents([period(10, 20, 4, given)], [], { ...DATA_END, lastTime: to * MINUTE }))[0]?.state
    expect(await stateAt({}, 25)).toBe('open')
    expect(await stateAt({}, 26)).toBe('over')
    expect(await stateAt({ recoveringUntil: 40 * MINUTE }, 40)).toBe('recovering')
    expect(await stateAt({ isNewNormal: true }, 40)).toBe('newNormal')
  })

  it('joins gaps of one kind that overlap', async () => {
    const found = await toIncidents([], [gap(1, 10, 'frozen', 'n1'), gap(5, 20, 'frozen', 'n2'), gap(50, 60, 'frozen')])
    expect(found.map(({ gapNumbers }) => gapNumbers)).toEqual([[1, 2], [3]])
  })
})
