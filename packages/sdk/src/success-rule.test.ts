import { describe, expect, it } from 'vitest'
import { isSuccess } from './success-rule.ts'

const VALUES: [value: unknown, strict: boolean, truthy: boolean][] = [
  [true, true, true],
  ['true', true, true],
  ['TRUE', true, true],
  ['True', true, true],
  [' true', false, true],
  ['yes', false, true],
  ['false', false, true],
  [1, false, true],
  [0, false, false],
  ['', false, false],
  [false, false, false],
  [null, false, false],
  [undefined, false, false],
]

describe('isSuccess', () => {
  it.each(VALUES)('reads success %j as %s strictly and %s with truthy', (success, strict, truthy) => {
    expect(isSuccess({ success })).toBe(strict)
    expect(isSuccess({ success }, 'truthy')).toBe(truthy)
  })

  it.each([undefined, null, 'true', true, []])('treats %j, which is not a response object, as a failure', (answer) => {
    expect(isSuccess(answer, 'strict')).toBe(false)
    expect(isSuccess(answer, 'truthy')).toBe(false)
  })
})
