import { describe, expect, it } from 'vitest'
import { defaultsOf, parametersOf } from './detection-parameters.ts'

const OTHERS = ['Holistic', 'Split', 'Hybrid', 'HolisticCP', 'SplitByGroup', 'SplitByService', undefined]

describe('parametersOf', () => {
  it.each(OTHERS)('reads pvalue of %s as a share below one', (modelType) => {
    const { rule, range } = parametersOf(modelType).pvalue
    expect([rule.test(0), rule.test('0.999'), rule.test(1)]).toEqual([true, true, false])
    expect(range).toMatchObject({ min: 0, max: 1, isMaxIncluded: false })
  })
  it('reads pvalue of DBScan as an epsilon above 0, up to 100', () => {
    const { rule, label } = parametersOf('DBScan').pvalue
    expect(label.en).toBe('epsilon')
    expect([0, '0', 0.1, '1.0', 100, 100.1, Number.NaN].map((value) => rule.test(value))).toEqual([
      ...[false, false, true, true, true, false, false],
    ])
  })
  it('names cvalue of DBScan by its meaning in the prompt', () => {
    expect(parametersOf('DBScan').cvalue.rule.prompt.en).toContain('minimum peers')
  })
  it.each(['DBScan', 'Holistic'])('has defaults of %s that meet its own rules', (modelType) => {
    const { pvalue, cvalue } = parametersOf(modelType)
    expect(pvalue.rule.test(pvalue.default) && cvalue.rule.test(cvalue.default)).toBe(true)
  })
})

it('defaults to an epsilon of 1 for DBScan and a pvalue of 0.99 otherwise', () => {
  expect(defaultsOf('DBScan')).toEqual({ pvalue: 1, cvalue: 5 })
  expect(defaultsOf()).toEqual({ pvalue: 0.99, cvalue: 5 })
})
