import { describe, expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { CLOCK_CHANGES, type ClockChange, simulateLocalDays } from '../testing/local-days.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'
import { displayModel } from './display-model.ts'
import type { Model } from './model.ts'
import { decodeModel, encodeModel } from './model-codec.ts'
import type { ModelType } from './model-type.ts'
import { trainAndDetect } from './train-and-detect.ts'
import { updateModel } from './update-model.ts'

const DAY = 86_400_000
const PARAMETERS = { pvalue: 0.999, cvalue: 5 }
const [spring, autumn] = CLOCK_CHANGES as [ClockChange, ClockChange]

/** Two weeks to train on until two days before a change, and what comes until a week after it. */
function simulate(change: ClockChange): { training: Frame; rest: Frame } {
  const columns = [1, 2, 3].map((seed) => simulateLocalDays(change, { before: 16, after: 7, stepMs: 300_000, seed }))
  const series = ['load[a]', 'load[b]', 'load[c]'].map((name) => parseSeriesName(name))
  const frameOf = (from: number, to: number): Frame =>
    buildFrame(
      series,
      columns[0]!.times.slice(from, to),
      columns.map(({ values }) => values.slice(from, to)),
    )
  return { training: frameOf(0, 14 * 288), rest: frameOf(14 * 288, 23 * 288) }
}

const findWith = (model: Model, { rest }: { rest: Frame }) => detect(model, rest, PARAMETERS).periods

describe('a model with a time zone', () => {
  it.each(CLOCK_CHANGES)('finds nothing where clocks of $timeZone are put $what', (change) => {
    const world = simulate(change)
    for (const modelType of ['Holistic', 'Hybrid'] as const)
      expect(findWith(train(world.training, { modelType, timeZone: change.timeZone }), world)).toEqual([])
  })

  it.each([spring, autumn])('finds something without where clocks are put $what', (change) => {
    const world = simulate(change)
    const { start } = findWith(train(world.training, { modelType: 'Hybrid' }), world)[0]!
    expect(start).toBeGreaterThan(change.at)
    expect(start).toBeLessThan(change.at + 2 * DAY)
  })

  it.each<ModelType>(['Holistic', 'Split'])('finds nothing in a training with a change in it, as %s', (modelType) => {
    const world = simulate(spring)
    const whole = { ...world, training: world.rest }
    expect(findWith(train(whole.training, { modelType, timeZone: spring.timeZone }), whole)).toEqual([])
  })

  it('is the same as one without for UTC', () => {
    const { training } = simulate(spring)
    const plain = encodeModel(train(training, { modelType: 'Hybrid' }))
    const utc = encodeModel(train(training, { modelType: 'Hybrid', timeZone: 'UTC' }))
    expect(utc).toEqual(plain)
    expect(utc.header).not.toHaveProperty('timeZone')
  })

  it('keeps its zone when it is stored and when it learns more, unless another one is given', () => {
    const { training, rest } = simulate(autumn)
    const model = train(training, { modelType: 'Split', timeZone: autumn.timeZone })
    const { header, weights } = encodeModel(model)
    expect(decodeModel(JSON.parse(JSON.stringify(header)), weights)).toEqual(model)
    const zoneAfter = (timeZone?: string) => {
      const updated = updateModel(model, rest, { timeZone })
      return updated.kind === 'model' && updated.model.timeZone
    }
    expect([zoneAfter(), zoneAfter('Asia/Tokyo'), zoneAfter('UTC')]).toEqual(['Europe/Berlin', 'Asia/Tokyo', undefined])
    expect(() => decodeModel({ ...header, timeZone: 'Mars/Olympus' }, weights)).toThrow(RangeError)
  })

  it('shows its bands by the clocks of the zone', () => {
    const { training } = simulate(spring)
    const highest = (timeZone: string): number => {
      const { mid } = displayModel(train(training, { modelType: 'Split', timeZone })).bands[0]!.byHourOfWeek!
      return mid.indexOf(Math.max(...mid.slice(0, 24)))
    }
    expect(highest('Europe/Berlin') - highest('UTC')).toBe(1)
  })

  it('is trained for one detection with a zone', () => {
    const { training, rest } = simulate(spring)
    const found = trainAndDetect(training, rest, { ...PARAMETERS, timeZone: spring.timeZone })
    expect(found).toMatchObject({ kind: 'detected', periods: [], model: { timeZone: 'Europe/Berlin' } })
  })

  it('refuses an unknown zone', () => {
    const { training } = simulate(spring)
    expect(() => train(training, { modelType: 'Split', timeZone: 'Mars/Olympus' })).toThrow(RangeError)
  })
})
