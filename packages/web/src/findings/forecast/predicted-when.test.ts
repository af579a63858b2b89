import { formatDuration } from '@omen/charts/findings'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { english } from '../../lib/i18n/en/index.ts'
import { predictedWhen } from './predicted-when.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } })

it('says how soon it is as exactly as a forecast knows', () => {
  const when = (minutes: number) =>
    predictedWhen({ about: 1e12 + minutes * 60_000 }, 1e12, i18n.t, { duration: (ms) => formatDuration(ms, 'en') })
  expect(when(241)).toBe('in about 4 h')
  expect(when(118)).toBe('in about 2 h')
  expect(when(63)).toBe('in about 1 h 5 min')
  expect(when(2)).toBe('at any moment')
  expect(when(-20)).toBe('at any moment')
})
