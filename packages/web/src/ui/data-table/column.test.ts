import { expect, it } from 'vitest'
import { compareValues } from './column.ts'

it('orders numbers by size', () => expect([10, 9, -1].sort(compareValues)).toEqual([-1, 9, 10]))
it('orders numbered names naturally', () => {
  expect(['node10', 'node2', 'Node1'].sort(compareValues)).toEqual(['Node1', 'node2', 'node10'])
})
