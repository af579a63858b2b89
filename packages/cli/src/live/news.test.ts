import type { Gap, Incident, LiveAnalysis, LogFinding, Period } from '@omen/sdk'
import { expect, it } from 'vitest'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { createNews } from './news.ts'

const period = (id: string, val: number, state: Period['state']) => ({ id, val, state, start: 1, end: 2 }) as Period
const gap = (start: number, state: Gap['state']) => ({ kind: 'silent', start, end: 9, state, seriesIds: ['a'] }) as Gap
const incident = (id: string, periodIds: string[], gapNumbers: number[] = []) =>
  ({ id, periodIds, gapNumbers }) as Incident

function analysis(periods: Period[], gaps: Gap[] = [], incidents: Incident[] = []): LiveAnalysis {
  return liveAnalysis({ from: 0, periods, gaps, incidents })
}

const brief = (events: ReturnType<ReturnType<typeof createNews>['read']>) =>
  events.flatMap((one) =>
    one.type === 'outlook' ? [] : [[one.event, one.type === 'gap' ? one.finding.start : one.finding.id]],
  )

it('begins with what is open, and passes over what was over before', () => {
  const news = createNews()
  expect(brief(news.read(analysis([period('a', 5, 'over'), period('b', 5, 'open')], [gap(3, 'open')])))).toEqual([
    ['open', 'b'],
    ['open', 3],
  ])
})

it('tells each finding once as it begins, again when it is worse by a point, and when it ends', () => {
  const news = createNews()
  news.read(analysis([]))
  expect(brief(news.read(analysis([period('a', -5, 'open')])))).toEqual([['began', 'a']])
  expect(brief(news.read(analysis([period('a', -5.9, 'open')])))).toEqual([])
  expect(brief(news.read(analysis([period('a', -6.1, 'open')])))).toEqual([['grew', 'a']])
  expect(brief(news.read(analysis([period('a', -6.1, 'recovering')])))).toEqual([])
  expect(brief(news.read(analysis([period('a', -6.1, 'over')])))).toEqual([['ended', 'a']])
  expect(brief(news.read(analysis([period('a', -6.1, 'over')])))).toEqual([])
})

it('tells that one goes on that had ended', () => {
  const news = createNews()
  news.read(analysis([period('a', 5, 'over'), period('b', 5, 'open')]))
  expect(brief(news.read(analysis([period('a', 5, 'over'), period('b', 5, 'over')])))).toEqual([['ended', 'b']])
  expect(brief(news.read(analysis([period('a', 5, 'open'), period('b', 5, 'open')])))).toEqual([
    ['open', 'a'],
    ['open', 'b'],
  ])
  expect(brief(news.read(analysis([period('a', 5, 'open'), period('b', 5, 'over')])))).toEqual([['ended', 'b']])
})

it('tells one that began and ended between two readings', () => {
  const news = createNews()
  news.read(analysis([]))
  expect(brief(news.read(analysis([period('a', 5, 'over')], [gap(4, 'over')])))).toEqual([
    ['began', 'a'],
    ['began', 4],
  ])
})

it('tells of log lines as of anything else, and gives their incident to the rules', () => {
  const news = createNews()
  const log = (state: LogFinding['state'], val = 2) =>
    ({ id: 'f7', kind: 'cold', start: 1, end: 2, state, val }) as LogFinding
  const of = (...logs: LogFinding[]) =>
    liveAnalysis({ ...analysis([], [], [{ ...incident('1', []), logIds: ['f7'] }]), logs })
  news.read(analysis([]))
  expect(news.read(of(log('open')))).toMatchObject([{ event: 'began', type: 'log', incident: { id: '1' } }])
  expect(brief(news.read(of(log('open', 3.5))))).toEqual([['grew', 'f7']])
  expect(brief(news.read(of(log('over', 3.5))))).toEqual([['ended', 'f7']])
  expect(news.seen().incidents.map(({ id }) => id)).toEqual(['1'])
})

it('says which incident a finding belongs to', () => {
  const news = createNews()
  const found = analysis([period('a', 5, 'open')], [gap(4, 'open')], [incident('1', ['a'], [1])])
  expect(news.read(found)).toMatchObject([
    { type: 'period', incident: { id: '1' } },
    { type: 'gap', incident: { id: '1' } },
  ])
})

it('gives what was open or began meanwhile to the rules, with its incidents and not with older ones', () => {
  const news = createNews()
  const old = period('old', 9, 'over')
  news.read(analysis([old], [], [incident('1', ['old'])]))
  news.read(
    analysis([old, period('a', 5, 'open')], [gap(4, 'open')], [incident('1', ['old']), incident('2', ['a'], [1])]),
  )
  const { periods, gaps, incidents } = news.seen()
  expect(periods.map(({ id }) => id)).toEqual(['a'])
  expect(gaps).toHaveLength(1)
  expect(incidents.map(({ id }) => id)).toEqual(['2'])
})
