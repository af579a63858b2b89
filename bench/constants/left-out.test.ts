import { expect, it } from 'vitest'
import { members, numbers } from './choose.ts'
import { labelsAt, leftOutJson, overridesOf } from './left-out.ts'

const choices = [...numbers('a.ts', { FIRST: [1, 2] }), ...members('a.ts', 'enough', { colon: [3, 5] })]

it('keeps what was chosen by the names of constants, and finds the values again', () => {
  const labels = labelsAt(choices, [1, 0])
  expect(labels).toEqual({ FIRST: '2', 'enough colon': '3' })
  expect(overridesOf(choices, labels).map(({ name, value }) => [name, typeof value])).toEqual([
    ['FIRST', 'string'],
    ['enough', 'function'],
  ])
})

it('writes a line for each part that was left out', () => {
  const leftOut = { A: { FIRST: '2', 'enough colon': '3' }, B: { FIRST: '1', 'enough colon': '5' } }
  expect(leftOutJson(leftOut)).toBe(
    '{\n"A":{"FIRST":"2","enough colon":"3"},\n"B":{"FIRST":"1","enough colon":"5"}\n}\n',
  )
})

it('throws for a value that is none of the choices', () => {
  expect(() => overridesOf(choices, { FIRST: '7', 'enough colon': '3' })).toThrow('no value of FIRST was chosen')
})
