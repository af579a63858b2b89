import { expect, it } from 'vitest'
import { defaultParameters, detectionRequest } from './detection-request.ts'

const file = { filename: 'abcdefgh', uploadFileName: 'day.csv' }
const model = { modelName: 'checkout', modelType: 'Hybrid' as const, modelUserName: 'somebody', mine: true }

it('names the owner of a shared model alone', () => {
  const own = detectionRequest(file, model, { pvalue: 0.99, cvalue: 5 })
  expect(own.fields).toEqual({
    uploadFileName: 'day.csv',
    filename: 'abcdefgh',
    modelName: 'checkout',
    modelType: 'Hybrid',
    pvalue: 0.99,
    cvalue: 5,
  })
  expect(detectionRequest(file, { ...model, mine: false }, { pvalue: 0.99, cvalue: 5 }).fields).toMatchObject({
    modelUserName: 'somebody',
  })
})
it('reads pvalue as epsilon with DBScan', () => expect(defaultParameters('DBScan')).toEqual({ pvalue: 1, cvalue: 5 }))
