import { expect, it } from 'vitest'
import { figureMarkdown, figureOf, partsOfSeries } from './series-figure.ts'

it('reads back what it writes', () => {
  const figure = { seriesId: "disk (used)'s[node[3]&4]", from: 100, to: 200 }
  const address = /\((omen:[^)]*)\)$/.exec(figureMarkdown('disk [3]', figure))?.[1]
  expect(figureOf(address ?? '')).toEqual(figure)
})
it('is no chart without a series or a time', () => {
  for (const address of [
    'omen:series?id=&from=1&to=2',
    'omen:series?id=a&from=2&to=1',
    'omen:series?id=a',
    'https://a',
  ])
    expect(figureOf(address)).toBeNull()
})
it('takes a series apart', () => {
  expect(partsOfSeries('cpu[node3]')).toEqual({ metric: 'cpu', instance: 'node3' })
  expect(partsOfSeries('total')).toEqual({ metric: 'total', instance: '' })
})
