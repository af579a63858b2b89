import { expect, it } from 'vitest'
import { changeOf } from './change.ts'

it('says how often a template came against its baseline', () => {
  expect(changeOf(384, 12)).toEqual({ kind: 'times', factor: 32 })
  expect(changeOf(6, 12)).toEqual({ kind: 'times', factor: 0.5 })
  expect([changeOf(5, 0), changeOf(0, 5), changeOf(100, 99), changeOf(0, 0)].map((one) => one?.kind)).toEqual([
    ...['new', 'gone', 'same', 'same'],
  ])
  expect(changeOf(5, undefined)).toBeNull()
})
