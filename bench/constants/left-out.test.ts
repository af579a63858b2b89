import { expect, it } from 'vitest'
import { members, numbers } from './choose.ts'
import { labelsAt, overridesOf } from './left-out.ts'

const choices = [...numbers('a.ts', { FIRST: [1, 2] }), ...members('a.ts', 'enough', { colon: [3, 5] })]

it('keeps what was chosen by the names of constants, and finds the values again', () => {
  const labels = labelsAt(choices, [1, 0])
  expect(labels).toEqual({ FIRST: '2', 'enough colon': '3' })
  expect(overridesOf(choices, labels).map(({ name, value }) => [name, typeof value])).toEqual([
    ['FIRST', 'string'],
    ['enough', 'function'],
  ])
})

it('throws for a value that is none of the choices', () => {
  expect(() => overridesOf(choices, { FIRST: '7', 'enough colon': '3' })).toThrow('no value of FIRST was chosen')
})
