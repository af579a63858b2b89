import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { serializeError } from './serialize-error.ts'

it('leaves statements and their values out of the log, and keeps the cause', () => {
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
  const error = new DrizzleQueryError('select * from "sessions" where "secret_hash" = $1', ['s3cr3t-hash'], cause)
  const text = JSON.stringify(serializeError(error))
  expect(text).not.toContain('s3cr3t-hash')
  expect(text).not.toContain('secret_hash')
  expect(text).toContain('connection refused')
})

it('keeps the message, the code and the place of any other error', () => {
  const error = Object.assign(new Error('it broke'), { code: 'EIO' })
  expect(serializeError(error)).toMatchObject({ type: 'Error', message: 'it broke', code: 'EIO' })
})
