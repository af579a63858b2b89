import { describe, expect, it } from 'vitest'
import { dashboardIncidentSample, dashboardProjectSample } from '../../../testing/wire-samples.ts'
import { overallHeights, projectLane, sharesOf } from './project-lane-model.ts'

const TIMES = { times: [0, 10, 20, 30], bucketMs: 10, from: 0, to: 40 }
type Spans = ([start: number, end: number] | null)[]
const lane = (severity: (number | null)[], spans: Spans, isGap = severity.map(() => false)) => ({
  lane: {
    severity,
    isGap,
    share: severity.map(() => 0),
    start: spans.map((span) => span?.[0] ?? null),
    end: spans.map((span) => span?.[1] ?? null),
  },
})
const throughout: Spans = Array(4).fill([0, 40])
const incident = (number: number, onset: number, end: number | null) => ({
  ...dashboardIncidentSample({ id: `i${number}`, onset, end }),
  number,
  address: 'shop',
})

describe('projectLane', () => {
  it('draws a finding once, from its start to its end, whatever the edges of the buckets', () => {
    const spans: Spans = [
      [4, 17],
      [4, 17],
      [23, 28],
      [28, 90],
    ]
    const { findings } = projectLane(dashboardProjectSample(lane([3, 3, -5, -5], spans)), [], TIMES)
    expect(findings.map(({ start, end, val, number }) => [start, end, val, number])).toEqual([
      [4, 17, 3, null],
      [23, 28, -5, null],
      [30, 40, -5, null],
    ])
  })

  it('names the worst incident of its project and time', () => {
    const own = [incident(1, 15, null), incident(2, 0, 12), { ...incident(3, 0, null), address: 'other' }]
    const { findings } = projectLane(dashboardProjectSample(lane([4, 4, 4, 4], throughout)), own, TIMES)
    expect(findings.map(({ id, start, end }) => [id, start, end])).toEqual([
      ['i2', 0, 10],
      ['i1', 10, 40],
    ])
  })

  it('has no data where some is missing, and after the last batch of a silent project', () => {
    const spans: Spans = [null, [12, 19], null, null]
    const given = { ...lane([null, null, null, null], spans, [false, true, false, false]), state: 'silent' as const }
    const { findings } = projectLane(dashboardProjectSample({ ...given, lastDataAt: 33 }), [], TIMES)
    expect(findings.map(({ start, end, val }) => [start, end, val])).toEqual([
      [12, 19, null],
      [33, 40, null],
    ])
  })
})

describe('sharesOf', () => {
  const of = (seriesCount: number, share: number[]) =>
    dashboardProjectSample({ seriesCount, lane: { share, severity: [], isGap: [], start: [], end: [] } })
  const projects = [of(10, [0.4, 0]), of(30, [0, 0.2]), of(5, [1, 1])]
  const values = { projects, overall: { share: [0.25, 0.3], findings: [] } }
  it('is that of the server where all are shown', () => expect(sharesOf(values, projects)).toEqual([0.25, 0.3]))
  it('counts each of the others by its series', () =>
    expect(sharesOf(values, projects.slice(0, 2))).toEqual([0.1, expect.closeTo(0.15)]))
})

describe('overallHeights', () => {
  it('makes the highest share full, unless all are small', () => {
    expect(overallHeights([0.1, 0.2])).toEqual([0.5, 1])
    expect(overallHeights([0, 0.001])).toEqual([0, 0.05])
  })
})
