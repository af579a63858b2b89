import { expect, it } from 'vitest'
import { drawingOf, placeChanges, type Slot, textOf } from './bar-model.ts'

const words = {
  duration: (ms: number) => `${ms / 3_600_000} h`,
  hours: (ms: number) => `${ms / 3_600_000} h in all`,
  figure: String,
  locale: 'en',
}
const slot = (more: Partial<Slot>): Slot => ({
  id: 'a',
  label: 'Mon 19',
  name: 'Monday',
  incidents: 0,
  abnormalMs: 0,
  missingMs: 0,
  meanDurationMs: null,
  meanSeverity: null,
  ...more,
})

it('draws times with what is missing, beside the same of the period before', () => {
  const hour = 3_600_000
  const { bars, ticks } = drawingOf(
    [slot({ abnormalMs: 2 * hour, missingMs: hour }), slot({ id: 'b' })],
    [slot({ abnormalMs: 4 * hour })],
    'abnormal',
    words,
  )
  expect(bars[0]).toMatchObject({ now: 2 * hour, missing: hour, before: 4 * hour, text: '2 h in all' })
  expect(bars[1]).toMatchObject({ now: 0, before: null, text: '' })
  expect(ticks.at(-1)!.at).toBe(4 * hour)
})

it('counts in whole steps, and has severities up to ten', () => {
  expect(drawingOf([slot({ incidents: 7 })], [], 'incidents', words).ticks.map(({ at }) => at)).toEqual([2, 4, 6, 8])
  expect(drawingOf([slot({ meanSeverity: 3 })], [], 'severity', words).ticks.at(-1)!.at).toBe(10)
  expect(textOf(null, 'severity', words)).toBe('–')
})

it('places what changed over the bar that it happened in, and nothing else; of several projects with their name', () => {
  const slots = [
    { start: 0, end: 10 },
    { start: 10, end: 20 },
  ]
  const event = (id: string, at: number) => ({
    projectName: 'shop',
    id,
    at,
    kind: 'deployment' as const,
    title: 'checkout deployed',
    version: null,
    instances: ['web1'],
    link: null,
  })
  expect(placeChanges([event('a', -1), event('b', 5), event('c', 10), event('d', 20)], slots, false)).toEqual([
    { id: 'b', at: 5, place: 0.5, title: 'checkout deployed', instances: ['web1'], link: null },
    { id: 'c', at: 10, place: 1, title: 'checkout deployed', instances: ['web1'], link: null },
  ])
  expect(placeChanges([event('b', 5)], slots, true)[0]).toMatchObject({ projectName: 'shop' })
})
