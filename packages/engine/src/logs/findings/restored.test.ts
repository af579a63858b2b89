import { expect, it } from 'vitest'
import { createRandom } from '../../stats/random.ts'
import { createPlaceDetectors } from './place-detectors.ts'
import { createSequenceDetector } from './sequence.ts'
import { createSilenceDetectors, MAX_PERIODS_SILENT } from './silences.ts'

declare function structuredClone<T>(value: T): T

const merge = (id: number): number => (id === 9 ? 1 : id)

it('a sequence detector goes on from its state', () => {
  const random = createRandom(3)
  const ids = Array.from({ length: 3000 }, (_, i) => (random() < 0.02 ? 4 : 1 + (i % 3)))
  const whole = createSequenceDetector()
  const before = createSequenceDetector()
  const expected = ids.map((id) => whole.push('a', id))
  for (const id of ids.slice(0, 1500)) before.push('a', id)
  const after = createSequenceDetector(structuredClone(before.state()))
  expect(ids.slice(1500).map((id) => after.push('a', id))).toEqual(expected.slice(1500))
  expect(after.state()).toEqual(whole.state())
})

it('a sequence detector knows an order by what its templates have become', () => {
  const merged = createSequenceDetector()
  const known = createSequenceDetector()
  for (let i = 0; i < 3000; i++) {
    const step = 1 + (i % 3)
    known.push('a', step)
    merged.push('a', i < 2000 && step === 1 && i % 2 === 0 ? 9 : step)
  }
  merged.resolve(merge)
  const counts = (detector: typeof known) =>
    detector.state().contexts.map(({ before, total, next }) => [before.join(), total, next.sort((x, y) => x[0] - y[0])])
  const isWhole = ([before]: unknown[]): boolean => before === ''
  expect(counts(merged).filter(isWhole)).toEqual(counts(known).filter(isWhole))
  expect(merged.push('a', 3)?.probability).toBeLessThan(2e-3)
})

it('numbers are evaluated from their state, and learned anew where a template has other places', () => {
  const random = createRandom(5)
  let text = 'took <*> ms'
  const lines = Array.from({ length: 700 }, () => `took ${Math.floor(random() * 90)} ms`)
  const whole = createPlaceDetectors(() => text)
  const before = createPlaceDetectors(() => text)
  const expected = lines.map((line) => whole.push({ templateId: 1 }, line))
  for (const line of lines.slice(0, 333)) before.push({ templateId: 1 }, line)
  const after = createPlaceDetectors(() => text, {}, structuredClone(before.state()))
  expect(lines.slice(333).map((line) => after.push({ templateId: 1 }, line))).toEqual(expected.slice(333))
  text = '<*> <*> ms'
  after.resolve((id) => id)
  expect(after.push({ templateId: 1 }, 'took 90000 ms')).toBeUndefined()
  expect(after.state().templates).toEqual([[1, { text, detectors: [null, expect.anything()] }]])
})

it('watches so many places of numbers at most', () => {
  const detectors = createPlaceDetectors((id) => `template ${id} of <*> and <*>`, { maxDetectors: 3 })
  for (let id = 1; id <= 5; id++) detectors.push({ templateId: id }, `template ${id} of 7 and 8`)
  const held = detectors.state().templates.flatMap(([, one]) => one.detectors.filter((detector) => detector !== null))
  expect(held).toHaveLength(3)
})

it('a silence goes on from its state, under what its template has become', () => {
  const silences = createSilenceDetectors(MAX_PERIODS_SILENT)
  for (let k = 0; k <= 40; k++) {
    silences.hear('a', k * 60_000)
    silences.push({ templateId: 9, time: k * 60_000, source: 'a' })
  }
  const restored = createSilenceDetectors(MAX_PERIODS_SILENT, structuredClone(silences.state()))
  restored.resolve(merge)
  for (let k = 41; k <= 46; k++) restored.hear('a', k * 60_000)
  const [silence] = restored.check()
  expect(silence).toMatchObject({ last: { templateId: 1, time: 2_400_000 }, anomaly: { observed: 5, usual: 60_000 } })
  expect(restored.push({ templateId: 1, time: 2_800_000, source: 'a' })).toEqual(silence)
  expect(restored.check()).toEqual([])
})

it('a template is not missed in a gap of its source', () => {
  const silences = createSilenceDetectors(MAX_PERIODS_SILENT)
  for (let k = 0; k <= 40; k++) {
    silences.hear('a', k * 60_000)
    silences.hear('b', k * 60_000)
    silences.push({ templateId: 1, time: k * 60_000, source: 'a' })
  }
  for (let k = 41; k <= 90; k++) silences.hear('b', k * 60_000)
  expect(silences.check()).toEqual([])
  silences.hear('a', 91 * 60_000)
  expect(silences.check()).toEqual([])
  for (let k = 92; k <= 95; k++) silences.hear('a', k * 60_000)
  expect(silences.check()).toMatchObject([{ anomaly: { observed: 5 } }])
})
