import { describe, expect, it } from 'vitest'
import { type CheckedRequest, createOpenapiChecker } from './openapi-checker.ts'

const checker = createOpenapiChecker()
const request = (given: Partial<CheckedRequest>): CheckedRequest => ({
  method: 'GET',
  path: '/jobs',
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.alloc(0),
  ...given,
})
const form = (fields: Record<string, string>) =>
  request({
    method: 'POST',
    path: '/upload-visualization',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(String(new URLSearchParams(fields))),
  })

describe('requestFaults', () => {
  it('accepts a request that the API describes', () => {
    expect(checker.requestFaults(request({ query: new URLSearchParams('page=2&pageSize=500') }))).toEqual([])
    expect(checker.requestFaults(form({ filename: 'abcdefgh', uploadFileName: 'day.csv' }))).toEqual([])
  })
  it.each([
    [request({ path: '/nothing' }), 'no such operation'],
    [request({ query: new URLSearchParams('pageSize=501') }), 'must be <= 500'],
    [request({ query: new URLSearchParams('colour=red') }), 'query colour is not described'],
    [form({ filename: 'abcdefgh' }), "must have required property 'uploadFileName'"],
    [form({ filename: 'abcdefgh', uploadFileName: 'a', colour: 'red' }), 'must NOT have additional properties'],
  ])('names what is not described, case %#', (sent, fault) => {
    expect(checker.requestFaults(sent).join()).toContain(fault)
  })
})

describe('answerFaults', () => {
  it('accepts a response that the API describes, and reports one that it does not', () => {
    const page = { page: 1, pageSize: 50, total: 0 }
    expect(checker.answerFaults(request({}), 200, { success: true, jobs: [], page })).toEqual([])
    expect(checker.answerFaults(request({}), 200, { success: true, jobs: [{}], page }).join()).toContain('required')
  })
  it('checks a failure against its schema', () => {
    expect(checker.answerFaults(request({}), 401, { success: false, code: 'LOST' }).join()).toContain('must be equal')
  })
})
