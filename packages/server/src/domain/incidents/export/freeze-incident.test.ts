import { expect, it } from 'vitest'
import type { FrozenDetection } from '../../../schema/wire-types.ts'
import { onlyIncident } from './freeze-incident.ts'

const period = (id: string, start: number) => ({ id, start, end: start + 10, val: 4, rows: 2 })
const time = (start: number, end: number) => ({ start, end, instances: [`i${start}`] })
const found = {
  id: 'd',
  from: 0,
  to: 1000,
  intervalMs: 10,
  rows: 101,
  seriesCount: 3,
  latestDataTimestamp: 1000,
  notes: ['a'],
  periods: [period('p1', 100), period('p2', 500), period('p3', 520)],
  gaps: [{ start: 1 }, { start: 540 }, { start: 2 }, { start: 560 }],
  logs: [{ id: 'l1' }, { id: 'l2' }],
  incidents: [
    { id: 'other', number: 1, ...time(0, 110), periodIds: ['p1'], gapNumbers: [1, 3], logIds: ['l1'] },
    { id: 'own', number: 2, ...time(500, 570), periodIds: ['p2', 'p3'], gapNumbers: [2, 4], logIds: ['l2'] },
  ],
  series: [{ seriesId: 'cpu' }, { seriesId: 'mem' }, { seriesId: 'disk' }],
} as unknown as FrozenDetection
const PART = { incidentId: 'own', seriesIds: ['cpu', 'disk'], from: 400, to: 700 }

it('leaves the findings and series of one incident in its time, numbered anew', () => {
  expect(onlyIncident(found, PART)).toMatchObject({
    from: 400,
    to: 700,
    rows: 31,
    latestDataTimestamp: 700,
    seriesCount: 2,
    periodCount: 2,
    incidentCount: 1,
    incidents: [{ id: 'own', number: 1, periodIds: ['p2', 'p3'], gapNumbers: [1, 2] }],
    periods: [{ id: 'p2' }, { id: 'p3' }],
    gaps: [{ start: 540 }, { start: 560 }],
    logs: [{ id: 'l2' }],
    series: [{ seriesId: 'cpu' }, { seriesId: 'disk' }],
    worstVal: 4,
    notes: [],
    flaggedShare: 4 / 31,
  })
})

it('joins what was made one incident by hand', () => {
  const merged = { ...found, incidents: found.incidents.map((one) => ({ ...one, id: 'own' })) }
  const { incidents, gaps } = onlyIncident(merged, PART)
  expect(incidents).toEqual([
    {
      id: 'own',
      number: 1,
      start: 0,
      end: 570,
      instances: ['i0', 'i500'],
      periodIds: ['p1', 'p2', 'p3'],
      gapNumbers: [1, 3, 2, 4],
      logIds: ['l1', 'l2'],
    },
  ])
  expect(gaps).toEqual(found.gaps)
})

it('does not go beyond the data', () => {
  expect(onlyIncident(found, { ...PART, from: -50, to: 4000 })).toMatchObject({ from: 0, to: 1000 })
})

it('leaves all findings of the time where they are grouped otherwise', () => {
  expect(onlyIncident(found, { ...PART, incidentId: 'joined' })).toMatchObject({
    incidentCount: 2,
    gaps: [{ start: 1 }, { start: 540 }, { start: 2 }, { start: 560 }],
  })
})
