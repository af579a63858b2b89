import { expect, it } from 'vitest'
import { type Draft, draftAfterSave, dropOldDrafts, keepDraft, readDraft } from './draft-store.ts'

const storage = (): Storage => {
  const kept: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => Object.keys(kept),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
const DRAFT: Draft = { text: 'a', actions: [], revision: 2, baseText: 'b', baseActions: [], at: 1000 }

it('keeps a draft for each account and incident', () => {
  const store = storage()
  keepDraft(store, 'alice1', 'in1', DRAFT)
  expect(readDraft(store, 'alice1', 'in1')).toEqual(DRAFT)
  expect([readDraft(store, 'bob123', 'in1'), readDraft(store, 'alice1', 'in2')]).toEqual([null, null])
  keepDraft(store, 'alice1', 'in1', null)
  expect(readDraft(store, 'alice1', 'in1')).toBeNull()
})
it('ignores what is no draft', () => {
  const store = storage()
  store.setItem('omen.post-mortem.alice1.in1', '{"text":5}')
  expect(readDraft(store, 'alice1', 'in1')).toBeNull()
  store.setItem('omen.post-mortem.alice1.in1', 'not JSON')
  expect(readDraft(store, 'alice1', 'in1')).toBeNull()
})
it('drops drafts after a month', () => {
  const store = storage()
  keepDraft(store, 'alice1', 'old', DRAFT)
  keepDraft(store, 'alice1', 'new', { ...DRAFT, at: 31 * 86_400_000 })
  dropOldDrafts(store, 31 * 86_400_000)
  expect([readDraft(store, 'alice1', 'old'), readDraft(store, 'alice1', 'new')?.text]).toEqual([null, 'a'])
})
it('keeps what was written while a text was saved, on top of what was saved', () => {
  const sent = { draft: DRAFT, text: 'a', actions: [] }
  const saved = { revision: 3, text: 'a', actions: [] }
  expect(draftAfterSave(DRAFT, sent, saved)).toBeNull()
  expect(draftAfterSave({ ...DRAFT, at: 2000 }, { ...sent, draft: null }, saved)).toBeNull()
  const longer = { ...DRAFT, text: 'ab' }
  expect(draftAfterSave(longer, sent, saved)).toEqual({ ...longer, revision: 3, baseText: 'a' })
})
