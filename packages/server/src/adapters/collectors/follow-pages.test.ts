import { expect, test } from 'vitest'
import { followPages } from './follow-pages.ts'

type Pages = Readonly<Record<string, { readonly items: readonly number[]; readonly cursor?: string }>>

async function follow(pages: Pages, maxEmptyPages?: number): Promise<number[]> {
  const readPage = async (cursor = '') => ({ ...pages[cursor]!, isEmpty: pages[cursor]!.items.length === 0 })
  const found: number[] = []
  for await (const items of followPages(readPage, maxEmptyPages === undefined ? {} : { maxEmptyPages }))
    found.push(...items)
  return found
}

const GAP: Pages = {
  '': { items: [1], cursor: 'b' },
  b: { items: [], cursor: 'c' },
  c: { items: [], cursor: 'd' },
  d: { items: [2] },
}

test('reads every page, empty ones in between', async () => {
  expect(await follow(GAP)).toEqual([1, 2])
})

test('rejects a page that names an earlier one', async () => {
  const pages: Pages = {
    '': { items: [1], cursor: 'b' },
    b: { items: [2], cursor: 'c' },
    c: { items: [3], cursor: 'b' },
  }
  await expect(follow(pages)).rejects.toMatchObject({ fault: 'badAnswer' })
})

test('rejects more empty pages in a row than are believed', async () => {
  expect(await follow(GAP, 2)).toEqual([1, 2])
  await expect(follow(GAP, 1)).rejects.toMatchObject({ fault: 'badAnswer' })
})
