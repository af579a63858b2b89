import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { invalidRequest } from './invalid-request.ts'

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
