import type { IncidentTimelineEntry } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { timelineMarks, timelineRows } from './timeline-model.ts'

const entry = (given: Partial<IncidentTimelineEntry>): IncidentTimelineEntry => ({
  lane: 'metric',
  at: 100,
  end: 200,
  name: 'cpu on n1',
  text: '',
  val: 5,
  instance: 'n1',
  seriesId: 'cpu[n1]',
  findingId: 'f1',
  isNew: false,
  link: null,
  ...given,
})

describe('timelineRows', () => {
  it('goes by onset, a change before what begins with it', () => {
    const rows = timelineRows([
      entry({ name: 'mem on n1', at: 150 }),
      entry({}),
      entry({ lane: 'change', name: 'release 2', at: 100, end: 100, val: null }),
    ])
    expect(rows.map(({ name }) => name)).toEqual(['release 2', 'cpu on n1', 'mem on n1'])
  })
  it('has one row for several findings on one series, which lasts as long as the last of them', () => {
    const [row, ...others] = timelineRows([entry({ at: 300, end: null, val: -8 }), entry({})])
    expect(others).toEqual([])
    expect(row).toMatchObject({ at: 100, end: null, val: -8 })
    expect(row?.spans).toHaveLength(2)
  })
  it('keeps two releases apart', () => {
    const change = entry({ lane: 'change', name: 'release', val: null })
    expect(timelineRows([change, { ...change, at: 500 }])).toHaveLength(2)
  })
})

describe('timelineMarks', () => {
  const shown = { from: 0, to: 1000 }

  it('are cut at the time shown', () =>
    expect(timelineMarks({ spans: [{ from: -500, to: 100, val: 1 }] }, shown, 100, 900)).toEqual([
      { x: 0, width: 10, val: 1 },
    ]))
  it('reach the present while it continues', () =>
    expect(timelineMarks({ spans: [{ from: 500, to: null, val: 1 }] }, shown, 100, 700)[0]).toMatchObject({
      x: 50,
      width: 20,
    }))
  it('are wide enough to be seen', () =>
    expect(timelineMarks({ spans: [{ from: 1000, to: 1000, val: 1 }] }, shown, 100, 900)[0]).toMatchObject({
      x: 96,
      width: 4,
    }))
  it('leave out what lies elsewhere', () =>
    expect(timelineMarks({ spans: [{ from: 2000, to: 3000, val: 1 }] }, shown, 100, 900)).toEqual([]))
})
