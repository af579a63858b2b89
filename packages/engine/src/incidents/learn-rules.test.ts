import { describe, expect, it } from 'vitest'
import { createRandom } from '../stats/random.ts'
import { type Followed, followUp, learnRules, type PredictionHistory } from './learn-rules.ts'
import type { PredictionRule } from './prediction.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Every second day at noon a disk incident, half an hour after a log finding; another finding every third day at
 * midnight.
 */
function history(days: number): PredictionHistory {
  const each = <T>(of: (day: number) => T[]): T[] => Array.from({ length: days }, (_, day) => of(day)).flat()
  return {
    from: 0,
    to: days * DAY,
    precursors: each((day) => [
      ...(day % 2 === 0 ? [{ at: day * DAY + 12 * HOUR, name: 'log t1 new' }] : []),
      ...(day % 3 === 0 ? [{ at: day * DAY, name: 'log t2 hot' }] : []),
    ]),
    incidents: each((day) => {
      const start = day * DAY + 12 * HOUR + (30 + (day % 5)) * MINUTE
      return day % 2 === 0 ? [{ start, end: start + HOUR, outcomes: ['key k1', 'kind disk', 'series disk[a]'] }] : []
    }),
  }
}

describe('followUp', () => {
  const follow = (times: number[], starts: number[], windowMs = 10 * MINUTE, end = DAY): Followed =>
    followUp(times, starts, windowMs, end)

  it('by hand: a hit with its lead, a miss, and what is not over yet', () => {
    expect(follow([0, HOUR, DAY - MINUTE], [5 * MINUTE])).toEqual({ hits: 1, misses: 1, leads: [5 * MINUTE] })
  })

  it('counts announcements of the same thing once', () => {
    expect(follow([0, MINUTE, 2 * MINUTE], [5 * MINUTE])).toMatchObject({ hits: 1, misses: 0 })
    expect(follow([0, MINUTE, 2 * MINUTE], [])).toMatchObject({ hits: 0, misses: 1 })
  })

  it('does not count what began at once', () => {
    expect(follow([0], [30_000])).toEqual({ hits: 0, misses: 0, leads: [] })
  })
})

describe('learnRules', () => {
  it('finds what announces an incident, with hits, misses and lead time', () => {
    const rules = learnRules(history(40))
    expect(rules.map(({ id }) => id)).toEqual(['log t1 new → key k1'])
    expect(rules[0]).toMatchObject({
      source: 'learned',
      windowMs: HOUR,
      hits: 20,
      misses: 0,
      state: 'active',
      lead: { low: 30 * MINUTE, about: 32 * MINUTE, high: 34 * MINUTE },
    })
  })

  it('finds nothing in two occurrences, nor in nothing', () => {
    expect(learnRules(history(4))).toEqual([])
    expect(learnRules({ from: 0, to: DAY, precursors: [], incidents: [] })).toEqual([])
  })

  it('does not take symptoms for announcements', () => {
    const late = history(40)
    const symptoms = late.incidents.map(({ start }) => ({ at: start + MINUTE, name: 'series latency[a] +' }))
    const names = learnRules({ ...late, precursors: symptoms }).map(({ precursor }) => precursor)
    expect(names).toEqual([])
  })

  it('learns nothing in histories without a connection', () => {
    let rules = 0
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed)
      const at = () => random() * 60 * DAY
      const precursors = Array.from({ length: 600 }, (_, k) => ({ at: at(), name: `log t${k % 30} rare` }))
      const incidents = Array.from({ length: 60 }, (_, k) => {
        const start = at()
        return { start, end: start + HOUR, outcomes: [`key k${k % 6}`, `kind cpu`] }
      })
      rules += learnRules({ from: 0, to: 60 * DAY, precursors, incidents }).length
    }
    expect(rules).toBeLessThanOrEqual(2)
  })

  it('leaves out rules at work, and lets a retired one come back only for what happened since', () => {
    const all = history(40)
    const [rule] = learnRules(all)
    expect(learnRules(all, [rule!])).toEqual([])
    const retired = (day: number): PredictionRule => ({ ...rule!, state: 'retired', retiredAt: day * DAY })
    expect(learnRules(all, [retired(36)])).toEqual([])
    expect(learnRules(all, [retired(10)])[0]).toMatchObject({ id: rule!.id, hits: 15 })
  })

  it('is the same in any order and at any time', () => {
    const one = history(20)
    const shift = 1.7e12
    const other: PredictionHistory = {
      from: shift,
      to: one.to + shift,
      precursors: one.precursors.map((p) => ({ ...p, at: p.at + shift })).reverse(),
      incidents: one.incidents.map((i) => ({ ...i, start: i.start + shift, end: i.end + shift })).reverse(),
    }
    expect(learnRules(other)).toEqual(learnRules(one))
  })

  it('stays bounded with many names', () => {
    const many = Array.from({ length: 30_000 }, (_, k) => ({
      at: (k * 20 * DAY) / 30_000,
      name: `log t${k % 5_000} new`,
    }))
    expect(learnRules({ ...history(20), precursors: many }).length).toBeLessThanOrEqual(500)
  })

  it('refuses a history without time', () => {
    expect(() => learnRules({ from: 1, to: 1, precursors: [], incidents: [] })).toThrow(RangeError)
  })
})
