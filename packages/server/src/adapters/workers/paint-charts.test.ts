import { expect, it } from 'vitest'
import type { DrawTask } from '../../ports/compute.ts'
import { paintCharts } from './paint-charts.ts'

const MINUTE = 60_000
const DOMAIN = { from: 0, to: 3 * MINUTE }
const LAYOUT = { left: 0, right: 0, rowHeight: 22, overallHeight: 0, axisHeight: 0 }
const FINDING = { id: 'i', number: null, start: MINUTE, end: 2 * MINUTE, val: 10 }
const LANES: DrawTask['picture'] = {
  kind: 'lanes',
  props: {
    title: '',
    overallLabel: '',
    layout: LAYOUT,
    domain: DOMAIN,
    width: 232,
    height: 22,
    lanes: [{ id: 'a', label: '节点 <b>', findings: [FINDING] }],
  },
}
const SPARK: DrawTask['picture'] = {
  kind: 'spark',
  props: {
    times: [0, MINUTE, 2 * MINUTE, 3 * MINUTE],
    min: [1, 9, 9, 1],
    max: [1, 9, 9, 1],
    domain: DOMAIN,
    finding: { start: MINUTE, end: 2 * MINUTE, val: 10 },
    width: 460,
    height: 56,
  },
}

it('paints charts as PNGs of the scale asked for, in their order, the same each time', async () => {
  const pictures = [LANES, SPARK].map((picture): DrawTask => ({ locale: 'zh-CN', theme: 'neutral', picture }))
  const painted = await paintCharts({ pictures, scale: 2.5 })
  const sizes = painted.map((png) => {
    const bytes = Buffer.from(png)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  })
  expect(sizes).toEqual([
    [580, 55],
    [1150, 140],
  ])
  expect(await paintCharts({ pictures, scale: 2.5 })).toEqual(painted)
})
