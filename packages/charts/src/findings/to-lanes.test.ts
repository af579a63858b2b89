import { describe, expect, it } from 'vitest'
import { type LaneSource, laneKinds, toLanes } from './to-lanes.ts'

const series = (metric: string, instance: string) => ({ seriesId: `${metric}[${instance}]`, metric, instance })
const period = (id: string, start: number, end: number, val: number, moved: [string, number][], kind = 'anomaly') => ({
  id,
  start,
  end,
  val,
  isMissingValue: false,
  kind,
  sentence: '',
  series: moved.map(([seriesId, side], index) => ({ seriesId, side, share: 1 / (index + 1), firstAt: start })),
})
const incident = (number: number, periodIds: string[], gapNumbers: number[] = [], val: number | null = 5) => ({
  id: `i${number}`,
  number,
  start: 0,
  end: 1,
  val,
  periodIds,
  gapNumbers,
})
const source: LaneSource = {
  series: [series('cpu', 'n1'), series('cpu', 'n2'), series('mem', 'n10'), series('mem', 'n2')],
  periods: [
    period('a', 0, 10, 9, [['cpu[n2]', 1]]),
    period('b', 0, 100, 5, [
      ['mem[n10]', -1],
      ['cpu[n2]', 1],
    ]),
    period('c', 5, 6, -Math.PI, [['cpu[n2]', -1]], 'down'),
  ],
  gaps: [
    { start: 1, end: 2, seriesIds: ['cpu[n1]', 'cpu[n2]', 'mem[n10]', 'mem[n2]'] },
    { start: 3, end: 4, seriesIds: ['cpu[n1]'] },
  ],
  incidents: [
    incident(1, ['c']),
    incident(2, ['a']),
    incident(3, ['b']),
    incident(4, [], [1], null),
    incident(5, [], [2], null),
  ],
}

describe('toLanes', () => {
  const { lanes, gaps } = toLanes(source, 'instance')
  it('orders by severity times duration', () => expect(lanes.map(({ label }) => label)).toEqual(['n2', 'n10', 'n1']))
  it('takes the direction of the series of the lane', () => {
    expect(lanes.find(({ label }) => label === 'n10')?.findings).toMatchObject([{ number: 3, val: -5 }])
    expect(lanes.find(({ label }) => label === 'n2')?.findings.map(({ val }) => val)).toEqual([-Math.PI, 9, 5])
  })
  it('hatches all rows where all series are missing, else the rows of those that are', () => {
    expect(gaps).toEqual([{ id: 'i4', number: 4, start: 1, end: 2 }])
    expect(lanes.find(({ label }) => label === 'n1')?.findings).toMatchObject([{ number: 5, val: null }])
  })
  it('has findings of log lines on the lane of their instance, else on one of their template', () => {
    const log = { start: 3, end: 4, val: 6, template: 'out of memory', incidentId: 'i2' }
    const logs = [
      { ...log, instance: 'n1' },
      { ...log, instance: '' },
    ]
    const found = (kind: 'instance' | 'metric') =>
      toLanes({ ...source, logs }, kind).lanes.flatMap(({ label, findings }) =>
        findings.filter(({ start, val }) => start === 3 && val === 6).map(({ number }) => [label, number]),
      )
    expect(found('instance').sort()).toEqual([
      ['n1', 2],
      ['out of memory', 2],
    ])
    expect(found('metric')).toEqual([
      ['out of memory', 2],
      ['out of memory', 2],
    ])
  })
  it('has a lane for each metric if asked', () =>
    expect(toLanes(source, 'metric').lanes.map(({ label }) => label)).toEqual(['cpu', 'mem']))
  it('does not fail on a period that is not there', () =>
    expect(toLanes({ ...source, periods: [] }, 'instance').lanes).toHaveLength(3))
})

describe('laneKinds', () => {
  it('leaves out what does not tell series apart', () => {
    expect(laneKinds(source.series)).toEqual(['instance', 'metric'])
    expect(laneKinds([series('cpu', ''), series('mem', '')])).toEqual(['instance', 'metric'])
    expect(laneKinds([series('cpu', 'n1')])).toEqual(['metric'])
    expect(
      laneKinds([
        { ...series('cpu', 'n1'), group: '1' },
        { ...series('mem', 'n1'), group: '2' },
      ]),
    ).toContain('group')
  })
})
