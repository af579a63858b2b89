import { expect, it } from 'vitest'
import { drawingOf, type Slot, textOf } from './bar-model.ts'

const words = { duration: (ms: number) => `${ms / 3_600_000} h`, number: String, locale: 'en' }
const slot = (more: Partial<Slot>): Slot => ({
  ...{ id: 'a', label: 'Mon 19', name: 'Monday', incidents: 0, abnormalMs: 0, missingMs: 0 },
  ...{ meanDurationMs: null, meanSeverity: null, ...more },
})

it('draws times with what is missing, beside the same of the period before', () => {
  const hour = 3_600_000
  const { bars, ticks } = drawingOf(
    [slot({ abnormalMs: 2 * hour, missingMs: hour }), slot({ id: 'b' })],
    [slot({ abnormalMs: 4 * hour })],
    'abnormal',
    words,
  )
  expect(bars[0]).toMatchObject({ now: 2 * hour, missing: hour, before: 4 * hour, text: '2 h' })
  expect(bars[1]).toMatchObject({ now: 0, before: null, text: '' })
  expect(ticks.at(-1)!.at).toBe(4 * hour)
})

it('counts in whole steps, and has severities up to ten', () => {
  expect(drawingOf([slot({ incidents: 7 })], [], 'incidents', words).ticks.map(({ at }) => at)).toEqual([2, 4, 6, 8])
  expect(drawingOf([slot({ meanSeverity: 3 })], [], 'severity', words).ticks.at(-1)!.at).toBe(10)
  expect(textOf(null, 'severity', words)).toBe('–')
})
