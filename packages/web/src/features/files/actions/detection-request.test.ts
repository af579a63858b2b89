import { expect, it } from 'vitest'
import { detectionRequest } from './detection-request.ts'

const FILE = { filename: 'abcdefgh', uploadFileName: 'day.csv' }
const MODEL = { modelName: 'checkout', modelType: 'Hybrid' as const, modelUserName: 'somebody', mine: true }

it('names the owner of shared models only', () => {
  const own = detectionRequest(FILE, MODEL, { pvalue: 0.99, cvalue: 5 })
  expect(own.fields).toEqual({
    uploadFileName: 'day.csv',
    filename: 'abcdefgh',
    modelName: 'checkout',
    modelType: 'Hybrid',
    pvalue: 0.99,
    cvalue: 5,
  })
  expect(detectionRequest(FILE, { ...MODEL, mine: false }, { pvalue: 0.99, cvalue: 5 }).fields).toMatchObject({
    modelUserName: 'somebody',
  })
})
