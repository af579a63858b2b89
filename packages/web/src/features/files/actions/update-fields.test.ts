import { expect, it } from 'vitest'
import { updateFields } from './update-fields.ts'

const file = { filename: 'abcdefgh', uploadFileName: 'day.csv' }
const model = { modelName: 'checkout', modelType: 'Split' as const }

it('sends the file and its filter only for an update', () => {
  expect(updateFields(file, model, 'update', 'filter01')).toEqual({
    operation: 'update',
    modelName: 'checkout',
    modelType: 'Split',
    uploadFileName: 'day.csv',
    filename: 'abcdefgh',
    filenameFilter: 'filter01',
  })
})
it.each(['revert', 'delete'] as const)('sends only the model to %s', (operation) => {
  expect(updateFields(file, model, operation, 'filter01')).toEqual({
    operation,
    modelName: 'checkout',
    modelType: 'Split',
  })
})
