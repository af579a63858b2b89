import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlannableIncident, type PlannedAlert, type PlanRules, planAlerts } from './plan.ts'

const MINUTE = 60_000
const incident = (id: string, dueAt: number | undefined, more: Partial<PlannableIncident> = {}): PlannableIncident => ({
  id,
  dueAt: dueAt === undefined ? undefined : dueAt * MINUTE,
  endedAt: undefined,
  decidedAt: undefined,
  ...more,
})
const RULES = { quietMs: 30 * MINUTE, escalateMs: undefined, sendsRecovery: false }
const plan = (incidents: PlannableIncident[], more: Partial<PlanRules> = {}, until = 1000) =>
  planAlerts(incidents, { ...RULES, ...more }, { until: until * MINUTE }).map(brief)
const brief = ({ kind, at, incidentIds }: PlannedAlert) => `${at / MINUTE} ${kind} ${incidentIds.join(' ')}`

describe('planAlerts', () => {
  it('sends an incident as soon as its conditions hold, once', () => {
    expect(plan([incident('a', 5), incident('b', undefined)])).toEqual(['5 opened a'])
    expect(plan([incident('a', 5)], {}, 4)).toEqual([])
  })
  it('gathers what comes within the quiet time', () => {
    expect(plan([incident('a', 5), incident('b', 6), incident('c', 20), incident('d', 80)])).toEqual([
      ...['5 opened a', '35 digest b c', '80 opened d'],
    ])
    expect(plan([incident('a', 5), incident('b', 6)])).toEqual(['5 opened a', '35 opened b'])
  })
  it('sends no more than a few of one moment one by one', () => {
    expect(plan(['a', 'b', 'c'].map((id) => incident(id, 5)))).toEqual(['5 opened a', '5 opened b', '5 opened c'])
    expect(plan(['a', 'b', 'c', 'd'].map((id) => incident(id, 5)))).toEqual(['5 digest a b c d'])
  })
  it('makes one alert and one digest of a thousand within a few minutes', () => {
    const many = Array.from({ length: 1000 }, (_, index) => incident(String(index), 5 + index / 500))
    expect(planAlerts(many, RULES, { until: 1e9 }).map(({ kind }) => kind)).toEqual(['opened', 'digest'])
  })
  it('does not let an urgent one wait', () => {
    expect(plan([incident('a', 5), incident('b', 6), incident('c', 7, { urgentAt: 7 * MINUTE })])).toEqual([
      ...['5 opened a', '7 opened c', '37 opened b'],
    ])
  })
  it('lets an outage wait only behind three that were sent within the quiet time', () => {
    const outage = (id: string, at: number) => incident(id, at, { promptAt: at * MINUTE })
    expect(plan([incident('a', 5), incident('b', 6), outage('c', 7), outage('d', 8), outage('e', 9)])).toEqual([
      ...['5 opened a', '7 opened c', '8 opened d', '38 digest b e'],
    ])
    expect(plan([incident('a', 5), incident('b', 6, { promptAt: 9 * MINUTE })])).toEqual(['5 opened a', '9 opened b'])
    const part = { ...outage('a:node2', 6), partOf: 'a' }
    expect(plan([outage('a', 5), part])).toEqual(['5 opened a', '6 opened a:node2'])
  })
  it('makes one digest of an outage of many instances, and another one of those that follow within the quiet time', () => {
    const many = Array.from({ length: 100 }, (_, index) => {
      const at = index < 50 ? 5 : 6 + index / 10
      return incident(String(index), at, { promptAt: at * MINUTE })
    })
    expect(planAlerts(many, RULES, { until: 1e9 }).map(({ kind, at }) => [kind, at / MINUTE])).toEqual([
      ['digest', 5],
      ['digest', 35],
    ])
  })
  it('escalates what nobody has acknowledged, as long as it lasts', () => {
    const lasting = [
      incident('a', 0),
      incident('b', 100, { decidedAt: 105 * MINUTE }),
      incident('c', 200, { endedAt: 205 * MINUTE }),
    ]
    expect(plan(lasting, { escalateMs: 10 * MINUTE })).toEqual([
      ...['0 opened a', '10 escalated a', '100 opened b', '200 opened c'],
    ])
  })
  it('says that one is over of which it said that it began', () => {
    const over = [incident('a', 0, { endedAt: 50 * MINUTE }), incident('b', 10, { endedAt: 20 * MINUTE })]
    expect(plan(over, { sendsRecovery: true })).toEqual(['0 opened a', '30 opened b', '50 recovered a'])
  })
  it('says nothing of what was acknowledged before it was due', () => {
    expect(plan([incident('a', 10, { decidedAt: 5 * MINUTE })])).toEqual([])
  })
  it('sends a part of an incident by itself where the incident was sent, or decided on, before', () => {
    const part = (dueAt: number, more: Partial<PlannableIncident> = {}) =>
      incident('a:node1', dueAt, { partOf: 'a', ...more })
    expect(plan([incident('a', 5), part(5)])).toEqual(['5 opened a'])
    expect(plan([incident('a', 5), part(6)])).toEqual(['5 opened a', '35 opened a:node1'])
    expect(plan([incident('b', 0), incident('a', 5), part(20)])).toEqual(['0 opened b', '30 opened a'])
    const decidedAt = 6 * MINUTE
    expect(plan([incident('a', 5, { decidedAt }), part(50)])).toEqual(['5 opened a', '50 opened a:node1'])
    expect(plan([incident('a', 8, { decidedAt }), part(50)])).toEqual(['50 opened a:node1'])
    expect(plan([incident('a', 8, { decidedAt: Number.NEGATIVE_INFINITY }), part(50)])).toEqual(['50 opened a:node1'])
    const waiting = [incident('b', 0), incident('a', 4, { decidedAt }), part(5, { decidedAt })]
    expect(plan(waiting)).toEqual(['0 opened b'])
  })
  it('says when a part is over, and does not escalate it', () => {
    const part = incident('a:node1', 50, { partOf: 'a', endedAt: 60 * MINUTE })
    const all = [incident('a', 5, { endedAt: 100 * MINUTE }), part]
    expect(plan(all, { sendsRecovery: true, escalateMs: 6 * MINUTE })).toEqual([
      ...['5 opened a', '11 escalated a', '50 opened a:node1', '60 recovered a:node1', '100 recovered a'],
    ])
  })
  it('plans step by step what it plans at once', () => {
    const moment = fc.integer({ min: 0, max: 200 }).map((at) => at * MINUTE)
    const anyIncident = fc.record({
      dueAt: fc.option(moment, { nil: undefined }),
      urgentAt: fc.option(moment, { nil: undefined }),
      isOutage: fc.boolean(),
      lastsMs: fc.option(moment, { nil: undefined }),
      decidedAt: fc.option(moment, { nil: undefined }),
    })
    const anyRules = fc.record({
      quietMs: moment,
      escalateMs: fc.option(moment, { nil: undefined }),
      sendsRecovery: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(anyIncident, { maxLength: 12 }),
        anyRules,
        fc.integer({ min: 1, max: 40 }),
        (drawn, own, step) => {
          const all = withParts(
            drawn.map(({ lastsMs, isOutage, ...one }, index): PlannableIncident => {
              return {
                id: String(index),
                ...one,
                promptAt: isOutage ? one.dueAt : undefined,
                endedAt: lastsMs === undefined ? undefined : (one.dueAt ?? 0) + lastsMs,
              }
            }),
          )
          const end = 700 * MINUTE
          expect(inSteps(all, own, { end, step: step * MINUTE })).toEqual(planAlerts(all, own, { until: end }))
        },
      ),
    )
  })
})

/** Every third one becomes a part of the one before, which is due no later, and decided on where it was after the part had come. */
function withParts(all: readonly PlannableIncident[]): PlannableIncident[] {
  const earlier = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
  return all.map((one, index) => {
    if (index % 3 === 1) {
      const part = all[index + 1]
      return {
        ...one,
        dueAt: earlier(one.dueAt, part?.dueAt),
        urgentAt: earlier(one.urgentAt, part?.urgentAt),
        promptAt: earlier(one.promptAt, part?.promptAt),
      }
    }
    if (index % 3 === 0) return one
    const { id, decidedAt } = all[index - 1]!
    return {
      ...one,
      partOf: id,
      decidedAt: decidedAt !== undefined && decidedAt >= (one.dueAt ?? 0) ? decidedAt : undefined,
    }
  })
}

/** As it is planned live: only what has come is known, and what was sent. */
function inSteps(all: readonly PlannableIncident[], rules: PlanRules, { end, step }: { end: number; step: number }) {
  const sent: PlannedAlert[] = []
  for (let until = 0; until < end + step; until += step) {
    const isCome = (at: number | undefined) => (at !== undefined && at <= Math.min(until, end) ? at : undefined)
    const known = all.map((one): PlannableIncident => {
      const of = (kind: string) =>
        sent.find((alert) => kind.includes(alert.kind) && alert.incidentIds.includes(one.id))?.at
      return {
        ...one,
        dueAt: isCome(one.dueAt),
        urgentAt: isCome(one.urgentAt),
        promptAt: isCome(one.promptAt),
        endedAt: isCome(one.endedAt),
        decidedAt: isCome(one.decidedAt),
        alertedAt: of('opened digest'),
        escalatedAt: of('escalated'),
        recoveredAt: of('recovered'),
      }
    })
    const lastAt = sent.findLast(({ kind }) => kind === 'opened' || kind === 'digest')?.at
    sent.push(...planAlerts(known, rules, { until: Math.min(until, end), lastAt }))
  }
  return sent
}
