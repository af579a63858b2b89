import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { dropMessageAtom, messagesAtom, showMessageAtom } from './messages-atom.ts'

it('shows at most four messages and drops the oldest first', () => {
  const store = createStore()
  for (const text of ['a', 'b', 'c', 'd', 'e']) store.set(showMessageAtom, text)
  expect(store.get(messagesAtom).map((message) => message.content)).toEqual(['b', 'c', 'd', 'e'])
})

it('removes a closed message', () => {
  const store = createStore()
  store.set(showMessageAtom, 'a')
  store.set(showMessageAtom, 'b', 'failed')
  store.set(dropMessageAtom, store.get(messagesAtom)[0]?.id ?? -1)
  expect(store.get(messagesAtom)).toMatchObject([{ content: 'b', tone: 'failed' }])
})
