import { describe, expect, it } from 'vitest'
import { severity } from '../../severity/severity.ts'
import { createRandom } from '../../stats/random.ts'
import { createBurstDetector, createBurstPool } from './bursts.ts'
import { severityOfLog } from './finding.ts'
import { createFindingList } from './finding-list.ts'
import { createNoveltyDetector } from './novelty.ts'
import { createValueDetector } from './place-detectors.ts'
import { createSequenceDetector } from './sequence.ts'
import { createHeartbeat } from './silences.ts'
import { createTimeDetectors } from './time-detectors.ts'

describe('createNoveltyDetector', () => {
  it('gives a new template the share of templates seen once', () => {
    const detector = createNoveltyDetector()
    for (let i = 0; i < 198; i++) detector.push(1)
    detector.push(2)
    detector.push(3)
    // Two of 200 events were of templates seen once.
    expect(detector.push(4)).toEqual({ kind: 'new', probability: 2 / 200 })
  })

  it('gives a new template the rate at which they came of late, where a log began with many', () => {
    const detector = createNoveltyDetector()
    for (let id = 1; id <= 80; id++) detector.push(id)
    for (let i = 0; i < 6_320; i++) detector.push(1000)
    // None came since event 1,600: half of one in 4,800. Of all 6,400 events 80 were of templates seen once.
    const state = detector.state()
    expect(detector.push(2000)).toEqual({ kind: 'new', probability: 0.5 / 4_800 })
    expect(createNoveltyDetector(state).push(2000)).toEqual({ kind: 'new', probability: 0.5 / 4_800 })
    expect(detector.push(2001)).toEqual({ kind: 'new', probability: 1.5 / 3_201 })
  })

  it('gives a rare template the share of all that were seen as seldom', () => {
    const detector = createNoveltyDetector()
    for (let i = 0; i < 195; i++) detector.push(1)
    for (const id of [2, 3, 3, 4, 4]) detector.push(id)
    expect(detector.push(3)).toEqual({ kind: 'rare', probability: 5 / 200 })
    expect(detector.push(1)).toBeUndefined()
  })

  it('is silent while it has seen little', () => {
    const detector = createNoveltyDetector()
    expect(Array.from({ length: 100 }, (_, i) => detector.push(i))).toEqual(Array(100).fill(undefined))
  })
})

describe('createBurstDetector', () => {
  const fed = (counts: readonly number[]) => {
    const detector = createBurstDetector(0, createBurstPool())
    return counts.map((count, bucket) => (count > 0 ? detector.push(bucket, count) : undefined))
  }

  it('finds a count far above those before it, and says what was usual', () => {
    const counts = Array.from({ length: 60 }, (_, i) => 4 + (i % 3))
    const found = fed([...counts, 40]).at(-1)
    expect(found?.probability).toBeLessThan(1e-9)
    expect(found).toMatchObject({ observed: 40, usual: expect.closeTo(4.5, 0), rangeShare: expect.closeTo(35 / 6, 1) })
    expect(found?.spreads).toBeGreaterThan(10)
  })

  it('does not learn a burst as usual', () => {
    const counts = Array.from({ length: 60 }, (_, i) => 4 + (i % 3))
    expect(fed([...counts, 40, ...counts, 40]).at(-1)?.probability).toBeLessThan(1e-6)
  })

  it('asks more of a template whose events always come together', () => {
    const calm = fed(Array.from({ length: 101 }, (_, i) => (i === 100 ? 12 : i % 4 === 0 ? 1 : 0))).at(-1)
    const lumpy = fed(Array.from({ length: 101 }, (_, i) => (i === 100 ? 12 : i % 4 === 0 ? 1 + (i % 9) : 0))).at(-1)
    expect(lumpy?.probability).toBeGreaterThan((calm?.probability ?? 1) * 50)
  })

  it('evaluates a template that comes often by its own counts, however others cluster', () => {
    const pool = createBurstPool()
    const seldom = createBurstDetector(0, pool)
    const often = createBurstDetector(0, pool)
    for (let bucket = 0; bucket < 200; bucket++) {
      if (bucket % 8 === 0) seldom.push(bucket, 40 + (bucket % 7) * 20)
      often.push(bucket, 1 + (bucket % 3))
    }
    expect(often.push(200, 25)?.probability).toBeLessThan(1e-6)
  })

  it('follows a rate that rises slowly', () => {
    const random = createRandom(3)
    const detector = createBurstDetector(0, createBurstPool())
    const found = Array.from({ length: 250 }, (_, bucket) => {
      const level = 20 + bucket / 3
      return detector.push(bucket, Math.round(level + Math.sqrt(level) * (random() + random() + random() - 1.5) * 2))
    })
    expect(found.filter((one) => (one?.probability ?? 1) < 1e-3)).toEqual([])
  })

  it('is silent below the mean, for counts below 3 and while it has seen little', () => {
    expect(fed(Array.from({ length: 40 }, () => 2)).every((found) => found === undefined)).toBe(true)
    expect(fed([9, 9, 90])).toEqual([undefined, undefined, undefined])
  })
})

describe('createHeartbeat', () => {
  const beating = (gaps: readonly number[]) => {
    const beat = createHeartbeat(1000)
    let now = 0
    beat.push(now)
    for (const gap of gaps) {
      now += gap
      beat.push(now)
    }
    return (absentMs: number) => beat.check(absentMs)
  }

  it('finds a rhythm that stopped, by the beats missed', () => {
    const check = beating(Array(20).fill(60_000))
    expect(check(150_000)).toBeUndefined()
    // 21 events; no late gap in 20, so that four beats missed have a probability of (1 / 22) ** 4.
    expect(check(270_000)).toEqual({ probability: (1 / 22) ** 2, observed: 4, usual: 60_000, rangeShare: 1 })
  })

  it('is surer of a rhythm that has gone on for longer', () => {
    expect(beating(Array(400).fill(60_000))(300_000)?.probability).toBeCloseTo((1 / 402) ** 2, 12)
  })

  it('takes a silence as long as one before it for usual', () => {
    const check = beating([...Array(100).fill(60_000), 600_000, ...Array(99).fill(60_000)])
    expect(check(590_000)?.probability).toBeCloseTo(1 / 202, 12)
    expect(check(700_000)?.probability).toBeLessThan(1e-4)
  })

  it('expects late beats of a rhythm that was late before', () => {
    // 13 of 39 gaps are late: (14 / 41) ** 4.
    const late = beating(Array.from({ length: 39 }, (_, i) => (i % 3 === 2 ? 120_000 : 60_000)))
    expect(late(270_000)?.probability).toBeCloseTo((14 / 41) ** 4, 12)
  })

  it('knows no rhythm in irregular, few or very fast events', () => {
    expect(beating(Array.from({ length: 40 }, (_, i) => 1000 * (1 + ((i * 37) % 23))))(9e9)).toBeUndefined()
    expect(beating(Array(11).fill(60_000))(9e9)).toBeUndefined()
    expect(beating(Array(50).fill(20))(9e9)).toBeUndefined()
  })
})

describe('createTimeDetectors', () => {
  it('finds a heartbeat faster than two buckets that stopped, once, with all the beats it missed', () => {
    const found: unknown[] = []
    const detectors = createTimeDetectors(60_000, (kind, { time }, anomaly) => found.push({ kind, time, ...anomaly }))
    const beat = (time: number) => detectors.push({ templateId: 1, line: 1, time, source: '' })
    for (let k = 0; k <= 40; k++) beat(k * 30_000)
    for (let k = 0; k < 20; k++) detectors.push({ templateId: 2, line: 1, time: 1_230_000 + k * 60_000, source: '' })
    beat(2_400_000)
    detectors.close(2_400_000)
    expect(found).toEqual([
      {
        kind: 'cold',
        time: 1_200_000,
        observed: 39,
        usual: 30_000,
        rangeShare: 1,
        probability: expect.closeTo((1 / 42) ** 2, 12),
      },
    ])
    expect(detectors.evaluated()).toEqual({ hot: 2 * (41 - 24), cold: 42 + 20 })
  })

  it('does not await the lines of a fault once it is over, but a heartbeat of a day', () => {
    const coldAfter = (hoursOfLog: number, minutesOfBeat: number): unknown[] => {
      const found: unknown[] = []
      const detectors = createTimeDetectors(
        60_000,
        (kind, { templateId }) => void (kind === 'cold' && found.push(templateId)),
      )
      const begin = hoursOfLog * 3_600_000
      const end = begin + minutesOfBeat * 60_000
      const until = end + 7_200_000
      for (let time = 0; time <= until; time += 10_000) {
        detectors.push({ templateId: 2, line: 1, time, source: '' })
        if (time >= begin && time <= end) detectors.push({ templateId: 1, line: 1, time, source: '' })
      }
      detectors.close(until)
      return found
    }
    expect(coldAfter(3, 90)).toEqual([])
    expect(coldAfter(3, 4 * 60)).toEqual([1])
    expect(coldAfter(40, 24 * 60)).toEqual([1])
  })
})

describe('createSequenceDetector', () => {
  it('finds no more in events that do not depend on each other than are due by chance, however rare', () => {
    const random = createRandom(11)
    const detector = createSequenceDetector()
    const odd = Array.from({ length: 20_000 }, () => detector.push('a', Math.floor(1 + 12 * random() ** 4)))
    // Scores of one order drift by more than the margin as its counts grow: a fifth of the twenty that are due
    expect(odd.filter((one) => one && one.probability <= 1e-3).length).toBeLessThanOrEqual(0.25 * 20)
    expect(detector.evaluated()).toBeGreaterThan(19_000)
  })

  it('finds an order that does not occur, and not one that does', () => {
    const detector = createSequenceDetector()
    for (let i = 0; i < 1500; i++) detector.push('a', 1 + (i % 3))
    expect(detector.push('a', 1)?.probability ?? 1).toBeGreaterThan(0.5)
    expect(detector.push('a', 3)?.probability).toBeLessThan(1e-3)
  })

  it('keeps sources apart', () => {
    const detector = createSequenceDetector()
    let worst = 1
    for (let i = 0; i < 3000; i++) {
      const probability = detector.push(i % 2 ? 'a' : 'b', i % 2 ? 1 : 2)?.probability ?? 1
      if (i > 600) worst = Math.min(worst, probability)
    }
    expect(worst).toBeGreaterThan(0.01)
  })
})

describe('createValueDetector', () => {
  const random = createRandom(7)

  it('finds a number far from those before it', () => {
    const detector = createValueDetector()
    for (let i = 0; i < 200; i++) detector.push(100 + random() * 10)
    expect(detector.push(105)?.probability).toBeGreaterThan(0.01)
    const found = detector.push(500)!
    expect(found).toMatchObject({ observed: 500, probability: 1 / 202 ** 2 })
    expect(found.spreads).toBeGreaterThan(50)
    expect(found.rangeShare).toBeGreaterThan(30)
  })

  it('is silent for counters, for codes of few values and for what is no number', () => {
    const counter = createValueDetector()
    const code = createValueDetector()
    for (let i = 0; i < 200; i++) {
      counter.push(1000 + i)
      code.push(i % 3 ? 200 : 404)
    }
    expect(counter.push(9_999_999)).toBeUndefined()
    expect(code.push(500)).toBeUndefined()
    expect(code.push(Number.NaN)).toBeUndefined()
  })

  it('is silent for counters whose numbers come several times, or a little out of order', () => {
    for (const numberAt of [(i: number) => Math.floor(i / 2), (i: number) => 10 * i + Math.round(random() * 100)]) {
      const detector = createValueDetector()
      expect(Array.from({ length: 600 }, (_, i) => detector.push(numberAt(i)))).toEqual(Array(600).fill(undefined))
    }
  })

  it('evaluates the same after a shift and a change of scale', () => {
    const values = Array.from({ length: 150 }, () => Math.round(random() * 1000))
    const evaluate = (of: (value: number) => number) => {
      const detector = createValueDetector()
      return [...values, 5000].map((value) => detector.push(of(value))?.probability).at(-1)
    }
    expect(evaluate((value) => value * 4 + 4096)).toBeCloseTo(evaluate((value) => value) ?? 0, 9)
  })
})

describe('createFindingList', () => {
  const event = (line: number) => ({ templateId: 1, line, time: line * 1000, source: '' })

  it('joins what follows each other and keeps the least probable', () => {
    const list = createFindingList(0.99, 10, (end, { line }) => line - end.line <= 2)
    for (const line of [1, 2, 3, 9]) list.add('rare', event(line), { probability: line === 2 ? 1e-4 : 1e-3 })
    list.add('rare', event(10), { probability: 0.5 })
    expect(list.close()).toMatchObject({
      findings: [
        { line: 1, end: 3000, events: 3, probability: 1e-4, val: severityOfLog({ probability: 1e-4 }, 3, 0.99) },
        { line: 9, events: 1, val: severityOfLog({ probability: 1e-3 }, 1, 0.99) },
      ],
      dropped: 0,
    })
  })

  it('is the more severe the further anything of it went, and the more beats were missed', () => {
    const list = createFindingList(0.99, 10, (end, { line }) => line - end.line <= 2)
    list.add('value', event(1), { probability: 1e-4, observed: 9, usual: 1, spreads: 8, rangeShare: 0.5 })
    list.add('value', event(2), { probability: 1e-3, observed: 40, usual: 1, spreads: 39, rangeShare: 2 })
    list.add('cold', event(3), { probability: 1e-4, observed: 16, usual: 60_000, rangeShare: 1 })
    expect(list.close().findings.map(({ kind, val }) => [kind, val])).toEqual([
      ['value', severityOfLog({ probability: 1e-4, spreads: 39, rangeShare: 2 }, 2, 0.99)],
      ['cold', severityOfLog({ probability: 1e-4, rangeShare: 1 }, 16, 0.99)],
    ])
    expect(list.close().findings[0]).not.toHaveProperty('spreads')
  })

  it('joins the steps of a broken order, source by source', () => {
    const list = createFindingList(0.99, 10, (end, { line }) => line - end.line <= 2)
    for (const line of [1, 2, 3])
      list.add('sequence', { ...event(line), templateId: line, source: 'a' }, { probability: 1e-3 })
    list.add('sequence', { ...event(2), source: 'b' }, { probability: 1e-3 })
    expect(list.close().findings.map(({ line, events }) => [line, events])).toEqual([
      [1, 3],
      [2, 1],
    ])
  })

  it('leaves out the most probable of too many, and says so', () => {
    const list = createFindingList(0.99, 3, () => false)
    for (let line = 1; line <= 20; line++) list.add('new', event(line), { probability: line / 1e4 })
    const { findings, dropped } = list.close()
    expect(findings.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(dropped).toBe(17)
  })

  it('refuses a pvalue of 1', () => {
    expect(() => createFindingList(1, 3, () => false)).toThrow(RangeError)
  })
})

describe('severityOfLog', () => {
  it('is that of metrics: 1 at the threshold, 9.82 at most', () => {
    expect(severityOfLog({ probability: 1e-3 }, 1, 0.999)).toBeCloseTo(1, 12)
    expect(severityOfLog({ probability: 1e-100, spreads: 1e12, rangeShare: 9 }, 1e12, 0.99)).toBeCloseTo(9.82, 2)
    const facts = { spreads: 12, rangeShare: 0.5 }
    const period = { ...facts, probability: 1e-6, threshold: 1 - 0.999, rows: 40, cvalue: 1, moved: 1 }
    expect(severityOfLog({ ...facts, probability: 1e-6 }, 40, 0.999)).toBe(severity(period))
  })
})
