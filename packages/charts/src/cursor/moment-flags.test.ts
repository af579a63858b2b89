import { expect, it } from 'vitest'
import { plotModel } from '../plot/plot-model.ts'
import { at, burst, minuteLine } from '../testing/chart-fixtures.ts'
import { momentFlags } from './moment-flags.ts'

const change = (minute: number) => ({ id: `at ${minute}`, at: at(minute), title: 'deployed' })
const idsAt = (minute: number, width: number, flags = [change(30), change(60.4)]) => {
  const model = plotModel({ title: 'cpu', lines: [minuteLine('cpu', burst())], flags }, width, 200)
  return momentFlags(model, { x: at(minute), seriesName: 'cpu' }).map(({ id }) => id)
}

it('finds a change at the nearest sample where samples are far apart', () => {
  expect(idsAt(60, 6000)).toEqual(['at 60.4'])
  expect(idsAt(61, 6000)).toEqual([])
})
it('finds a change within the width of its flag where samples are close', () => {
  expect(idsAt(31, 600)).toEqual(['at 30'])
  expect(idsAt(33, 600)).toEqual([])
})
it('finds none where nothing changed', () => {
  expect(idsAt(30, 600, [])).toEqual([])
})
