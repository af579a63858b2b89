import type { ActionItem } from '@omen/sdk'
import { expect, it } from 'vitest'
import { mergeActions } from './merge-actions.ts'

const item = (id: string, given: Partial<ActionItem> = {}): ActionItem => ({
  id,
  text: id,
  assignee: '',
  done: false,
  ...given,
})
const base = [item('a'), item('b')]

it('has what either added', () =>
  expect(mergeActions(base, [...base, item('mine')], [...base, item('theirs')]).map(({ id }) => id)).toEqual([
    ...['a', 'b', 'theirs', 'mine'],
  ]))
it('has what either changed', () =>
  expect(
    mergeActions(base, [item('a', { done: true }), item('b')], [item('a'), item('b', { assignee: 'bob' })]),
  ).toEqual([item('a', { done: true }), item('b', { assignee: 'bob' })]))
it('leaves out what one removed and the other left as it was', () => {
  expect(mergeActions(base, [item('b')], base)).toEqual([item('b')])
  expect(mergeActions(base, base, [item('b')])).toEqual([item('b')])
})
it('keeps what one removed and the other changed', () => {
  const changed = item('a', { text: 'more' })
  expect(mergeActions(base, [changed, item('b')], [item('b')])).toContainEqual(changed)
  expect(mergeActions(base, [item('b')], [changed, item('b')])).toContainEqual(changed)
})
