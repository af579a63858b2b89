import { expect, it } from 'vitest'
import { readVariables } from './read-variables.ts'

it.each([
  ['took <*> ms', 'took 15 ms', ['15']],
  ['<*> of <*>', '3 of 4 of 5', ['3', '4 of 5']],
  ['[<*>]', '[]', ['']],
  ['plain', 'plain', []],
  ['plain', 'plain text', undefined],
  ['took <*> ms', 'took 15 s', undefined],
  ['a<*>a', 'a', undefined],
])('reads "%s" from "%s"', (template, message, values) => {
  expect(readVariables(template, message)).toEqual(values)
})
