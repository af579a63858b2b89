import { expect, it } from 'vitest'
import { simulateChoosingSystem } from './choosing-systems.ts'

it('draws incidents a day apart whose shares add up, from fewer instances in a small system', () => {
  const instancesOf = (seed: number): Set<string> => {
    const names = simulateChoosingSystem(seed).incidents.flatMap(({ periods }) =>
      periods.flatMap(({ series }) => series.map(({ seriesId }) => seriesId.slice(seriesId.indexOf('[')))),
    )
    return new Set(names)
  }
  expect(instancesOf(2).size).toBe(15)
  expect(instancesOf(3).size).toBe(4)
  const { incidents } = simulateChoosingSystem(2)
  expect(incidents.length).toBe(80)
  for (const { periods } of incidents)
    for (const { series } of periods) expect(series.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
})
