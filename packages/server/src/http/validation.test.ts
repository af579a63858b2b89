import { expect, test } from 'vitest'
import { specEntries } from './spec.ts'
import { createValidator } from './validation.ts'

const form = 'application/x-www-form-urlencoded'

function validatorOf(id: string) {
  return createValidator(specEntries.find((entry) => entry.id === id)!)
}

function parametersOf(id: string, parts: { path?: object; query?: object; headers?: Record<string, unknown> }) {
  return validatorOf(id).parameters({ path: {}, query: {}, headers: {}, ...parts })
}

test('texts of a form become the numbers that the spec asks for', () => {
  const body = {
    uploadFileName: 'day.csv',
    filename: 'handle_12',
    modelName: 'shop',
    modelType: 'Holistic',
    pvalue: '0.95',
    cvalue: '3',
  }
  expect(validatorOf('uploadDetection').body(form, body)).toMatchObject({ pvalue: 0.95, cvalue: 3, modelName: 'shop' })
})

test.each([
  ['pvalue', 'abc'],
  ['pvalue', '-0.1'],
  ['cvalue', '0'],
  ['cvalue', '2.5'],
])('%s %s is refused by its name', (field, value) => {
  const body = { uploadFileName: 'day.csv', filename: 'handle_12', modelName: 'shop', [field]: value }
  expect(() => validatorOf('uploadDetection').body(form, body)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', details: [expect.objectContaining({ field })] }),
  )
})

test('JSON must have its types already', () => {
  const json = { name: 'x', scopes: ['read'], expiresAt: '1' }
  expect(() => validatorOf('createToken').body('application/json', json)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ field: 'expiresAt' })] }),
  )
})

test('the query is converted, with the defaults of the spec', () => {
  expect(parametersOf('listAccounts', { query: { page: '3' } }).query).toEqual({ page: 3, pageSize: 50 })
})

test('one value is a list where the spec asks for a list', () => {
  const once = parametersOf('getDetectionSeries', { path: { id: 'd' }, query: { seriesIds: 'a' } }).query
  const twice = parametersOf('getDetectionSeries', { path: { id: 'd' }, query: { seriesIds: ['a', 'b'] } }).query
  expect(once).toMatchObject({ seriesIds: ['a'] })
  expect(twice).toMatchObject({ seriesIds: ['a', 'b'] })
})

test('headers are given by the names of the spec, and only those', () => {
  const { header } = parametersOf('uploadTraining', {
    headers: { 'idempotency-key': 'k', cookie: 'secret', prefer: 'wait=5' },
  })
  expect(header).toEqual({ 'Idempotency-Key': 'k', Prefer: 'wait=5' })
})

test('field names of JavaScript itself are only unknown fields', () => {
  const json = JSON.parse('{"name": "x", "scopes": ["read"], "constructor": 1}')
  expect(() => validatorOf('createToken').body('application/json', json)).toThrow(
    expect.objectContaining({ details: [{ field: 'constructor', message: 'is not a known field', rule: 'unknown' }] }),
  )
})

test('an answer that is not as the spec says is found', () => {
  const validator = validatorOf('getVersion')
  expect(validator.answerFault(200, { success: true, version: '1', api: '1', requiresInvitation: false })).toBeNull()
  expect(validator.answerFault(200, { success: true, version: 1, api: '1', requiresInvitation: false })).toContain(
    'version',
  )
  expect(validator.answerFault(418, { success: false })).toContain('status 418')
  expect(validator.answerFault(400, { success: false })).toContain('code')
  const locked = { success: false, code: 'LOCKED', message: '', requestId: '' }
  expect(validator.answerFault(400, locked)).toContain('LOCKED')
})

test('every schema of the spec can be compiled', () => {
  for (const entry of specEntries) {
    const validator = createValidator(entry)
    const checks = [
      () => validator.parameters({ path: {}, query: {}, headers: {} }),
      ...[...entry.bodies.keys()].map((mediaType) => () => validator.body(mediaType, {})),
      ...[...entry.answers.keys()].map((status) => () => validator.answerFault(status, {})),
    ]
    for (const check of checks) {
      try {
        check()
      } catch (error) {
        expect(error, entry.id).toMatchObject({ code: 'VALIDATION_FAILED' })
      }
    }
  }
})
