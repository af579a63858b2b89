import { expect, it } from 'vitest'
import { findUnjudged } from './find-unjudged.ts'
import type { Table } from './origin.ts'
import type { TracedConstant } from './trace-constants.ts'

const elsewhere = new Set(['stream/filter.ts ALARM'])

function chosenOnNab(judgedBy: readonly Table[], name = 'ALARM'): TracedConstant {
  const origin = { from: 'fit', on: ['nab'], names: name } as const
  return { file: 'stream/filter.ts', name, value: '2.3', meaning: '', judgedBy, origin }
}

it('asks nothing of a constant that no table judges by data it was chosen on', () => {
  expect(findUnjudged([chosenOnNab(['stream-power', 'stream-cost'], 'HELD')], elsewhere)).toEqual([])
})

it('is content with a value chosen elsewhere, and a table of other data', () => {
  expect(findUnjudged([chosenOnNab(['nab', 'stream-elsewhere'])], elsewhere)).toEqual([])
})

it('names a constant that no search chose elsewhere', () => {
  expect(findUnjudged([chosenOnNab(['nab', 'stream-elsewhere'], 'HELD')], elsewhere)).toEqual([
    'HELD of stream/filter.ts was chosen on the data of nab, and nowhere else as well',
  ])
})

it('names a constant that is judged by nothing but its own data and the clock', () => {
  expect(findUnjudged([chosenOnNab(['nab', 'stream-cost'])], elsewhere)).toEqual([
    'ALARM of stream/filter.ts was chosen on the data of nab, and no table of other data judges it',
  ])
})
