import type { Incident, Period } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import {
  briefSentence,
  findingSentence,
  incidentOfLink,
  incidentPhrase,
  neighbourIncident,
  seriesFigures,
  shortBrief,
  splitByRange,
} from './incident-model.ts'

const incident = (number: number, start: number, end: number, given: Partial<Incident> = {}): Incident => ({
  id: `i${number}`,
  number,
  start,
  end,
  val: 5,
  kind: 'anomaly',
  state: 'over',
  title: 'cpu on n1',
  brief: 'reached 98 %, usually 20; first of 2 metrics to move',
  sentence: '',
  instances: ['n1'],
  periodIds: [`p${number}`],
  gapNumbers: [],
  ...given,
})
const three = [incident(1, 50, 60), incident(2, 10, 20), incident(3, 90, 99)]

describe('splitByRange', () => {
  const numbers = (range: Parameters<typeof splitByRange>[1]) => {
    const { inside, outside } = splitByRange(three, range)
    return [inside, outside].map((list) => list.map(({ number }) => number))
  }
  it('has all inside where everything is shown', () => expect(numbers(null)).toEqual([[1, 2, 3], []]))
  it('counts what reaches into the time shown', () => expect(numbers({ from: 15, to: 50 })).toEqual([[1, 2], [3]]))
})

describe('neighbourIncident', () => {
  it('moves by number', () => {
    expect(neighbourIncident(three, 'i1', 1)?.number).toBe(2)
    expect(neighbourIncident(three, 'i3', -1)?.number).toBe(2)
  })
  it('begins at the end one comes from', () => {
    expect(neighbourIncident(three, '', 1)?.number).toBe(1)
    expect(neighbourIncident(three, '', -1)?.number).toBe(3)
  })
  it('is null at the ends', () => expect(neighbourIncident(three, 'i3', 1)).toBeNull())
})

describe('incidentOfLink', () => {
  const idOf = (from: number, to: number) => `anomaly-${from.toString(36)}-${to.toString(36)}`
  it('takes the only incident of that time where another sensitivity moved its ends', () =>
    expect(incidentOfLink(three, idOf(55, 70))?.number).toBe(1))
  it('is null where it dissolved, or became several', () => {
    expect(incidentOfLink(three, idOf(70, 80))).toBeNull()
    expect(incidentOfLink(three, idOf(15, 55))).toBeNull()
    expect(incidentOfLink(three, 'anything')).toBeNull()
  })
})

describe('seriesFigures', () => {
  const part = (seriesId: string, share: number, firstAt: number | null) => ({
    seriesId,
    share,
    side: 1 as const,
    peak: 9,
    usual: 3,
    firstAt,
  })
  const period = {
    id: 'p1',
    number: 1,
    start: 50,
    end: 60,
    rows: 10,
    val: 5,
    isMissingValue: false,
    kind: 'anomaly',
    sentence: '',
    series: [part('mem[n1]', 0.5, null), part('cpu[n1]', 0.3, 51), part('disk[n1]', 0.2, null), part('x[n1]', 0, null)],
  } as Period
  const statistics = (metric: string, instance: string) => ({
    seriesId: `${metric}[${instance}]`,
    metric,
    instance,
    present: 1,
    flagged: 0,
    unit: '%',
  })
  const facts = { incidents: three, periods: [period], gaps: [], series: [statistics('cpu', 'n1')] }

  it('puts those that moved first, and says of the others that they did not', () => {
    expect(seriesFigures(three[0]!, facts).map(({ label, since }) => [label, since])).toEqual([
      ['cpu', 51],
      ['mem[n1]', null],
      ['disk[n1]', null],
    ])
  })
  it('names the instance of a series elsewhere', () => {
    const elsewhere = incident(1, 50, 60, { instances: ['n7'] })
    expect(seriesFigures(elsewhere, facts)[0]).toMatchObject({ label: 'cpu · n1' })
  })
  it('names the instance where there are several', () => {
    const wide = incident(1, 50, 60, { instances: ['n1', 'n2'] })
    expect(seriesFigures(wide, facts)[0]).toMatchObject({ label: 'cpu · n1', unit: '%', value: 9, expected: 3 })
  })
})

it('words an incident as a phrase and as a sentence', () => {
  expect(shortBrief(three[0]!)).toBe('reached 98 %, usually 20')
  expect(incidentPhrase(three[0]!, 'en')).toBe('cpu on n1 reached 98 %, usually 20')
  const down = incident(1, 0, 1, { kind: 'down', title: 'n1 down', brief: 'all 6 series near zero' })
  expect(incidentPhrase(down, 'en')).toBe('n1 down: all 6 series near zero')
  expect(incidentPhrase({ ...down, title: 'n1 停机', brief: '全部 6 个序列接近于零' }, 'zh-CN')).toBe(
    'n1 停机：全部 6 个序列接近于零',
  )
  expect(briefSentence('reached 98 %', 'en')).toBe('Reached 98 %.')
  expect(briefSentence('达到 98 %', 'zh-CN')).toBe('达到 98 %。')
  expect(findingSentence('web-1 的 cpu 达到 98 %', 'zh-CN')).toBe('web-1 的 cpu 达到 98 %。')
})

it.each([
  ['web-1 went down: all 6 series silent, for 2 h', 'web-1 went down: all 6 series silent, for 2 h.'],
  ['the_series on web-1 reached 9, for 2 h', 'the_series on web-1 reached 9, for 2 h.'],
  ['all 6 series of web-1 sent nothing', 'All 6 series of web-1 sent nothing.'],
  ['the only series of web-1 sent nothing', 'The only series of web-1 sent nothing.'],
  ['the collector was silent for 2 h', 'The collector was silent for 2 h.'],
  ['no readable samples for 2 h: 9 lines', 'No readable samples for 2 h: 9 lines.'],
])('leaves the letters of a name that a sentence begins with: %s', (sentence, shown) => {
  expect(findingSentence(sentence, 'en')).toBe(shown)
})
