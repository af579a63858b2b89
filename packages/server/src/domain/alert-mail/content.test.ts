import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlertKind, AlertMessage } from '../../schema/wire-types.ts'
import { subjectOf } from './content.ts'
import { timesOf } from './times.ts'

const MINUTE = 60_000
const AT = Date.UTC(2026, 10, 20, 8, 12)

function message(kind: AlertKind, names: { projectName?: string; en?: string; zh?: string } = {}): AlertMessage {
  const {
    projectName = 'shop',
    en = 'node4 is down, all 6 series near zero',
    zh = 'node4 停机，全部 6 个序列接近于零',
  } = names
  const start = AT - 12 * MINUTE
  const sentence = { en, 'zh-CN': zh }
  const incident = {
    incidentId: 'i1',
    sentence,
    start,
    end: kind === 'recovered' ? AT - MINUTE : null,
    severity: 10,
    series: [],
  }
  const incidents = kind === 'trial' ? [] : [incident]
  return { kind, projectName, timeZone: 'Europe/Berlin', at: AT, incidents, incidentsTotal: 12 }
}

const subject = (one: AlertMessage, locale: 'en' | 'zh-CN' = 'en') =>
  subjectOf(one, locale, { times: timesOf(locale, one.timeZone, one.at), stepMs: MINUTE })

describe('the subject of an alert mail', () => {
  it('says what happened where, and since when in the zone of the project', () => {
    expect(subject(message('opened'))).toBe('[Omen] shop: node4 is down, all 6 series near zero · since 09:00')
    expect(subject(message('opened'), 'zh-CN')).toBe('[Omen] shop：node4 停机，全部 6 个序列接近于零 · 09:00 起')
    const late = { ...message('opened'), at: AT + 86_400_000 }
    expect(subject(late)).toMatch(/since Fri 20 Nov 09:00$/)
  })

  it('names the time of what it says, and not of what came before', () => {
    const [incident] = message('opened').incidents
    const told = { ...message('opened'), incidents: [{ ...incident!, since: AT - 4 * MINUTE }] }
    expect(subject(told)).toMatch(/ · since 09:08$/)
  })

  it('tells the kinds apart', () => {
    expect(subject(message('escalated'))).toMatch(/^\[Omen] shop: not acknowledged: node4 is down.*since 09:00$/)
    expect(subject(message('recovered'))).toMatch(/^\[Omen] shop: recovered after 12 min: node4 is down/)
    expect(subject(message('digest'))).toMatch(/^\[Omen] shop: 12 incidents, worst: node4 is down/)
    expect(subject(message('predicted'))).toMatch(/^\[Omen] shop: predicted: node4 is down/)
    expect(subject(message('trial'))).toBe('[Omen] shop: test mail')
  })

  it('stays one line of at most 120 characters, whatever things are called', () => {
    const kinds: AlertKind[] = ['opened', 'escalated', 'acknowledged', 'recovered', 'digest', 'predicted', 'trial']
    const name = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(fc.constantFrom(...kinds), name, name, (kind, projectName, en) => {
        const text = subject(message(kind, { projectName, en }))
        return text.length <= 120 && !/[\p{Cc}\u2028\u2029\u202e]/u.test(text)
      }),
    )
  })

  it('keeps the time where the sentence is cut', () => {
    const text = subject(message('opened', { en: `cpu on node3 reached 98 %, ${'and so on '.repeat(20)}` }))
    expect(text).toBe('[Omen] shop: cpu on node3 reached 98 % · since 09:00')
  })
})
