import { metricFindings, toChartLines, toHighlight } from '@omen/charts/findings'
import { expect, test } from 'vitest'
import type { Detection } from '../../schema/wire-types.ts'
import { seriesDrawn, toLanesPicture, toPicture } from './picture.ts'
import type { Reduced } from './series-window.ts'

const statistics = (instance: string, metric = 'cpu') => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  unit: '%',
})
const period = (id: string, seriesId: string, side: 1 | -1) => ({
  id,
  start: 0,
  end: 10,
  val: 3,
  isMissingValue: false,
  kind: 'anomaly',
  sentence: id,
  series: [{ seriesId, share: 1, side }],
})
const detection = {
  series: ['n10', 'n2', 'n1'].map((instance) => statistics(instance)).concat(statistics('n1', 'mem')),
  periods: [period('of cpu', 'cpu[n2]', -1), period('of mem', 'mem[n1]', 1)],
  gaps: [
    { start: 1, end: 2, seriesIds: ['cpu[n1]'] },
    { start: 3, end: 4, seriesIds: ['mem[n1]'] },
  ],
  latestDataTimestamp: 20,
} as unknown as Detection
const FLAGGED = [
  { time: 5, value: 1, val: 2 },
  { time: 15, value: 1, val: 2 },
]
const data: Reduced = {
  from: 0,
  to: 20,
  bucketMs: 10,
  times: [0, 10],
  degree: [-2, null],
  series: ['cpu[n10]', 'cpu[n2]'].map((seriesId) => ({
    seriesId,
    min: [1, 2],
    max: [1, 2],
    count: [1, 1],
    flagged: FLAGGED,
  })),
}
const REQUEST = { width: 600, height: 200, theme: 'light', locale: 'en' } as const

test('a picture shows of a metric what the page shows', () => {
  const { picture } = toPicture(detection, data, 'cpu', REQUEST)
  const metric = metricFindings('cpu', detection.series.slice(0, 3), detection.periods)
  expect(picture.props).toMatchObject({
    title: 'cpu',
    unit: '%',
    lines: toChartLines(data, metric),
    highlights: [toHighlight(detection.periods[0]!, new Set(['cpu[n2]']))],
    gaps: [{ start: 1, end: 2 }],
  })
})

test('instances without a finding are the background, and points outside of findings have no dot', () => {
  const { picture } = toPicture(detection, data, 'cpu', REQUEST)
  expect(picture).toMatchObject({
    props: {
      lines: [
        { label: 'n10', colorIndex: 2, tone: 'peer', flagged: [] },
        { label: 'n2', colorIndex: 1, tone: undefined, flagged: [{ t: 5, v: 1, score: 2 }] },
      ],
      highlights: [{ id: 'of cpu', val: -3 }],
    },
  })
})

test('the series are chosen as on the page, in their order', () => {
  expect(seriesDrawn(detection, 'cpu')).toEqual(['cpu[n1]', 'cpu[n2]', 'cpu[n10]'])
  expect(seriesDrawn(detection, 'nothing')).toEqual([])
})

test('the findings are drawn in the lanes of the page', () => {
  const incident = { id: 'i', number: 1, start: 0, end: 10, val: -3, periodIds: ['of cpu'], gapNumbers: [] }
  const { picture } = toLanesPicture(
    { ...detection, incidents: [incident], from: 0, to: 20 } as unknown as Detection,
    REQUEST,
  )
  expect(picture).toMatchObject({
    kind: 'lanes',
    props: {
      lanes: [{ label: 'n2', findings: [{ number: 1, val: -3 }] }, { label: 'n1' }, { label: 'n10' }],
      domain: { from: 0, to: 20 },
    },
  })
})
