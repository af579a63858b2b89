import { expect, it } from 'vitest'
import { detectionRequest } from './detection-request.ts'

const file = { filename: 'abcdefgh', uploadFileName: 'day.csv' }
const model = { modelName: 'checkout', modelType: 'Hybrid' as const, modelUserName: 'somebody', mine: true }

it('names the owner of shared models only', () => {
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
