import { describe, expect, it } from 'vitest'
import { simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { displayModel } from './display-model.ts'

const frame = simulateFrame(['daily', 'noise', 'shared'], 3 * 1440, 1, ['a[x]:1', 'b[x]:1', 'c[x]:2'])

describe('displayModel', () => {
  it('gives the map in the units of the series', () => {
    const { map } = displayModel(train(frame, { modelType: 'Holistic' }))
    expect(map).toMatchObject({ width: 32, height: 32, seriesIds: ['a[x]:1', 'b[x]:1', 'c[x]:2'] })
    expect([map!.weights.length, map!.hits.length, map!.area.length]).toEqual([1024, 1024, 1024])
    expect(map!.hits.reduce((sum, hits) => sum + hits, 0)).toBeGreaterThan(1_000)
    for (const [value] of map!.weights) expect(value).toBeGreaterThan(90)
    const values = map!.weights.map((weights) => weights[2]!)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(3)
  })

  it('has no map where there is none, or several', () => {
    expect(displayModel(train(frame, { modelType: 'Split' }))).not.toHaveProperty('map')
    expect(displayModel(train(frame, { modelType: 'SplitByGroup' }))).not.toHaveProperty('map')
  })

  it('gives bands that follow the hour where there is a rhythm', () => {
    const { bands } = displayModel(train(frame, { modelType: 'Split' }))
    const hours = bands[0]!.byHourOfWeek!
    expect([hours.low.length, hours.mid.length, hours.high.length]).toEqual([168, 168, 168])
    expect(hours.mid[6]! - hours.mid[18]!).toBeGreaterThan(120)
    expect(hours.mid[6]).toBeCloseTo(hours.mid[30]!, 6)
    expect(bands[1]).not.toHaveProperty('byHourOfWeek')
    expect(bands[1]!.mid).toBeCloseTo(50, -1)
    expect(bands[1]!.low).toBeLessThan(45)
    expect(bands[1]!.high).toBeGreaterThan(55)
  })

  it('gives the band of a column on a log scale in the units of the series', () => {
    const latency = simulateFrame(['latency'], 2_000, 1)
    const [band] = displayModel(train(latency, { modelType: 'Split' })).bands
    const outside = latency.columns[0]!.filter((value) => value < band!.low || value > band!.high).length
    expect(band!.mid).toBeCloseTo(40, -1)
    expect(band!.low).toBeGreaterThan(0)
    expect(outside / 2_000).toBeGreaterThan(0.003)
    expect(outside / 2_000).toBeLessThan(0.03)
  })

  it('names the groups', () => {
    expect(displayModel(train(frame, { modelType: 'SplitByGroup' })).groups).toEqual([
      { name: '1', seriesIds: ['a[x]:1', 'b[x]:1'] },
      { name: '2', seriesIds: ['c[x]:2'] },
    ])
  })
})
