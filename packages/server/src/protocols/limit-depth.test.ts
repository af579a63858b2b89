import { expect, it } from 'vitest'
import { limitDepth } from './limit-depth.ts'

it('gives a value itself that is not deep', () => {
  const value = { a: [{ b: 1 }], c: null }
  expect(limitDepth(value, 3)).toBe(value)
})

it('leaves out what lies deeper', () => {
  expect(limitDepth({ a: [{ b: 1 }], c: 2 }, 2)).toEqual({ a: ['…'], c: 2 })
})

it('takes any depth', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  expect(JSON.stringify(limitDepth({ deep })).length).toBeLessThan(100)
})
