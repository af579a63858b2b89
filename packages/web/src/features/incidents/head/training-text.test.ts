import type { ExclusionPreview } from '@omen/sdk'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { trainingSentences } from './training-text.ts'

const MINUTE = 60_000
const preview = (given: Partial<ExclusionPreview>): ExclusionPreview => ({
  nextTrainingAt: 1,
  durationMs: 6 * MINUTE,
  leftOutMs: 6 * MINUTE,
  leftOutBeforeMs: 0,
  trainingMs: 0,
  series: [],
  ...given,
})
const t = ((key: string, facts: object) => `${key} ${JSON.stringify(facts)}`) as unknown as TFunction
const format = {
  duration: (ms: number) => `${ms / MINUTE} min`,
  moment: () => 'noon',
  share: String,
}

it('says once what is left out where the choice changes nothing', () => {
  const [whole] = trainingSentences(preview({ leftOutBeforeMs: 6 * MINUTE }), t, format)
  expect(whole).toMatch(/^incidents\.training\.same .*training\.whole .*6 min/)
  const [part] = trainingSentences(preview({ leftOutMs: 2 * MINUTE, leftOutBeforeMs: 2 * MINUTE }), t, format)
  expect(part).toMatch(/^incidents\.training\.same .*training\.part .*2 min/)
})

it('says what would be left out otherwise where the choice changes it', () => {
  const [change] = trainingSentences(preview({}), t, format)
  expect(change).toMatch(/^incidents\.training\.change .*training\.whole .*"before":"0 min"/)
})
