import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { specEntries } from './spec.ts'
import { createValidator, invalidRequest } from './validation.ts'

const FORM = 'application/x-www-form-urlencoded'

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
  expect(validatorOf('uploadDetection').body(FORM, body)).toMatchObject({ pvalue: 0.95, cvalue: 3, modelName: 'shop' })
})

test.each([
  ['pvalue', 'abc'],
  ['pvalue', '-0.1'],
  ['cvalue', '0'],
  ['cvalue', '2.5'],
])('%s %s is refused by its name', (field, value) => {
  const body = { uploadFileName: 'day.csv', filename: 'handle_12', modelName: 'shop', [field]: value }
  expect(() => validatorOf('uploadDetection').body(FORM, body)).toThrow(
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

function detailsOf(schema: object, value: unknown) {
  const validate = new Ajv2020({ allErrors: true }).compile(schema)
  validate(value)
  return invalidRequest(validate.errors ?? [], 'body').details?.map(({ field, rule, values }) => ({
    field,
    rule,
    ...values,
  }))
}

test('a detail tells by rule and values what its message says in English', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: {},
      pvalue: { type: 'number', exclusiveMinimum: 0.5, maximum: 0.9999 },
      note: { type: 'string', maxLength: 3 },
      kind: { enum: ['a', 'b'] },
      ids: { type: 'array', minItems: 1 },
    },
  }
  expect(detailsOf(schema, { pvalue: 0.2, note: 'long', kind: 'c', ids: [], more: 1 })).toEqual([
    { field: 'name', rule: 'required' },
    { field: 'more', rule: 'unknown' },
    { field: 'pvalue', rule: 'above', limit: 0.5 },
    { field: 'note', rule: 'maxLength', limit: 3 },
    { field: 'kind', rule: 'oneOf', names: ['a', 'b'] },
    { field: 'ids', rule: 'minItems', limit: 1 },
  ])
  expect(detailsOf(schema, { name: '', pvalue: 'x' })).toEqual([{ field: 'pvalue', rule: 'format' }])
})

test('an address that is no handle of a file is answered with what one looks like, not with a pattern', () => {
  const schema = { type: 'object', properties: { filename: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' } } }
  const validate = new Ajv2020({ allErrors: true }).compile(schema)
  validate({ filename: 'f_nope' })
  expect(invalidRequest(validate.errors ?? [], 'params').message).toBe(
    'A file goes by the handle that its upload returned: 8 to 64 letters, digits, - and _',
  )
})
