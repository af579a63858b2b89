import { formatDuration } from '@omen/charts/findings'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { english } from '../../../lib/i18n/en/index.ts'
import { dashboardIncidentSample, dashboardProjectSample } from '../../../testing/wire-samples.ts'
import { dashboardHeadline } from './headline.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } })
const NOW = 100 * 3_600_000
const hours = (ago: number) => NOW - ago * 3_600_000

const checkout = dashboardProjectSample({ projectName: 'checkout' })
const silent = dashboardProjectSample({ projectName: 'payments', state: 'silent', lastDataAt: hours(2) })
const worst = {
  ...dashboardIncidentSample({ projectName: 'checkout', title: 'cpu on node3', onset: hours(8) }),
  number: 1,
  address: 'checkout',
}
const ahead = {
  projectName: 'catalog',
  owner: 'alice1',
  metric: 'disk_used',
  instance: 'db-2',
  side: 'above' as const,
  limit: 81,
  about: hours(-9),
  earliest: hours(-7),
  latest: hours(-11),
  historyMs: 0,
  series: 1,
  since: NOW,
}
const NONE = { incidents: [], incidentTotal: 0, predicted: [], predictedTotal: 0 }
const headline = (given: Partial<Parameters<typeof dashboardHeadline>[0]>) =>
  dashboardHeadline({ projects: [checkout], ...NONE, isPast: false, now: NOW, ...given }, i18n.t, {
    duration: (ms) => formatDuration(ms, 'en'),
  })

describe('dashboardHeadline', () => {
  it('shortens the name of a project that would take lines', () => {
    const incidents = [{ ...worst, projectName: 'x'.repeat(100) }, worst]
    expect(headline({ incidents, incidentTotal: 2 })).toHaveLength(
      headline({ incidents: [{ ...worst, projectName: 'x'.repeat(40) }], incidentTotal: 2 }).length,
    )
  })

  it('names the only incident', () => {
    expect(headline({ incidents: [worst], incidentTotal: 1 })).toBe(
      '1 open incident: cpu on node3 in checkout, for 8 h',
    )
  })
  it('counts incidents and silent projects, and says where it is worst and since when', () => {
    expect(headline({ projects: [checkout, silent], incidents: [worst], incidentTotal: 2 })).toBe(
      '2 open incidents, 1 silent project; checkout is worst, abnormal for 8 h',
    )
  })
  it('says what is ahead, after what is', () => {
    const facts = { incidents: [worst], incidentTotal: 1, predicted: [ahead], predictedTotal: 1 }
    expect(headline(facts)).toBe('1 open incident, 1 predicted; checkout is worst, abnormal for 8 h')
    expect(headline({ predicted: [ahead], predictedTotal: 1 })).toBe(
      '1 predicted incident: disk_used on db-2 in catalog',
    )
    expect(headline({ predicted: [ahead], predictedTotal: 3 })).toBe('3 predicted incidents; catalog is first')
  })
  it('says of missing data that there is none', () => {
    const gap = { ...worst, val: null }
    expect(headline({ incidents: [gap], incidentTotal: 2 })).toBe(
      '2 open incidents; checkout is worst, without data for 8 h',
    )
  })
  it('names the project that was silent for longest', () => {
    const later = { ...silent, projectName: 'search', lastDataAt: hours(1) }
    expect(headline({ projects: [later, silent] })).toBe('2 silent projects; payments has sent nothing for 2 h')
  })
  it('claims that nothing is wrong only of what is judged', () => {
    const learning = dashboardProjectSample({ state: 'learning' })
    expect(headline({ projects: [checkout, learning] })).toBe('Nothing is wrong in 1 project')
    expect(headline({ projects: [learning] })).toBe('1 project is learning what is normal')
    expect(headline({ projects: [{ ...learning, state: 'connecting' }] })).toBe('1 project waits for data')
  })
  it('speaks of the time that is shown', () => {
    expect(headline({ isPast: true })).toBe('Nothing was found in the time shown')
    expect(headline({ isPast: true, incidents: [worst], incidentTotal: 3, projects: [checkout, silent] })).toBe(
      '3 incidents in the time shown; checkout is worst',
    )
  })
})
