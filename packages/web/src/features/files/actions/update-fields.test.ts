import { expect, it } from 'vitest'
import { updateFields } from './update-fields.ts'

const FILE = { filename: 'abcdefgh', uploadFileName: 'day.csv' }
const MODEL = { modelName: 'checkout', modelType: 'Split' as const }

it('sends the file and its filter only for an update', () => {
  expect(updateFields(FILE, MODEL, 'update', 'filter01')).toEqual({
    operation: 'update',
    modelName: 'checkout',
    modelType: 'Split',
    uploadFileName: 'day.csv',
    filename: 'abcdefgh',
    filenameFilter: 'filter01',
  })
})
it.each(['revert', 'delete'] as const)('sends only the model to %s', (operation) => {
  expect(updateFields(FILE, MODEL, operation, 'filter01')).toEqual({
    operation,
    modelName: 'checkout',
    modelType: 'Split',
  })
})
