import { expect, it } from 'vitest'
import { budgets } from './budgets/index.ts'
import { methods } from './detection/index.ts'

it('calls no two measurements by one name, since results are kept by it', () => {
  const names = [...new Set([...budgets, ...methods])].map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
