import { expect, it } from 'vitest'
import type { DrawTask } from '../../ports/compute.ts'
import { paintCharts } from './paint-charts.ts'

const minute = 60_000
const domain = { from: 0, to: 3 * minute }
const layout = { left: 0, right: 0, rowHeight: 22, overallHeight: 0, axisHeight: 0 }
const finding = { id: 'i', number: null, start: minute, end: 2 * minute, val: 10 }
const lanes: DrawTask['picture'] = {
  kind: 'lanes',
  props: {
    ...{ title: '', overallLabel: '', layout, domain, width: 232, height: 22 },
    lanes: [{ id: 'a', label: '节点 <b>', findings: [finding] }],
  },
}
const spark: DrawTask['picture'] = {
  kind: 'spark',
  props: {
    ...{ times: [0, minute, 2 * minute, 3 * minute], min: [1, 9, 9, 1], max: [1, 9, 9, 1], domain },
    ...{ finding: { start: minute, end: 2 * minute, val: 10 }, width: 460, height: 56 },
  },
}

it('paints charts as PNGs of the scale asked for, in their order, the same each time', async () => {
  const pictures = [lanes, spark].map((picture): DrawTask => ({ locale: 'zh-CN', theme: 'neutral', picture }))
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
