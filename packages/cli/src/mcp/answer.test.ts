import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerList, answerOf, MAX_BYTES, offsetOf, partFrom, plainText, plainValue, readFrom } from './answer.ts'

const bytesOf = (text: string) => Buffer.byteLength(text)

describe('answerList', () => {
  it('gives every item once over its parts, each within the bound, whatever the texts are', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 2000 }), { maxLength: 60 })
    fc.assert(
      fc.property(texts, (all) => {
        const items = all.map((text, id) => ({ id, text }))
        const seen: number[] = []
        for (let cursor: string | undefined; ; ) {
          const part = partFrom(cursor, items)
          const answer = answerList({ ...part, name: 'items' })
          expect(bytesOf(answer)).toBeLessThanOrEqual(MAX_BYTES)
          const read = JSON.parse(answer)
          seen.push(...read.items.map(({ id }: { id: number }) => id))
          cursor = read.next
          if (cursor === undefined) break
        }
        expect(seen).toEqual(items.map(({ id }) => id))
      }),
      { numRuns: 50 },
    )
  })
  it('begins with what the texts are, and has no cursor at the end', () => {
    const answer = JSON.parse(answerList({ name: 'items', items: [{ id: 1 }], offset: 0, total: 1 }))
    expect(Object.keys(answer)).toEqual(['notice', 'total', 'items'])
  })
})

describe('answerOf', () => {
  it('cuts texts until there is room, and says where there is none', () => {
    const long = { a: 'x'.repeat(20_000), b: Array.from({ length: 20 }, () => 'y'.repeat(500)) }
    expect(bytesOf(answerOf(long))).toBeLessThanOrEqual(MAX_BYTES)
    expect(answerOf(long)).toContain('…')
    const many = answerOf({ a: Array.from({ length: 5000 }, (_, at) => at) })
    expect(JSON.parse(many).error).toContain('ask for less')
  })
})

describe('a cursor', () => {
  it('leads to the page that holds it', async () => {
    const asked: object[] = []
    const load = async (query: { page: number; pageSize: number }) => {
      asked.push(query)
      const first = (query.page - 1) * query.pageSize
      return { items: Array.from({ length: 50 }, (_, at) => first + at), total: 200 }
    }
    const cursor = Buffer.from('from 73').toString('base64url')
    expect((await readFrom(cursor, load)).items[0]).toBe(73)
    expect(asked).toEqual([{ page: 2, pageSize: 50 }])
    expect(offsetOf(undefined)).toBe(0)
    expect(() => offsetOf('nonsense')).toThrow(RangeError)
  })
})

it('leaves out what a reader does not see', () => {
  const hidden = ['\u202e', '\u200b', '\ufeff', '\u{e0041}', '\ufe0f', '\u001b[31m', '\u2028']
  for (const one of hidden) expect(plainText(`a${one}b`, 100)).toMatch(/^a (\[31m)?b$/)
})

it('keeps every language, and cuts by characters', () => {
  expect(plainText('节点 nœud узел 🚀', 100)).toBe('节点 nœud узел 🚀')
  expect(plainText('🚀🚀🚀', 2)).toBe('🚀…')
})

it('goes through lists and objects, and leaves figures as they are', () => {
  expect(plainValue({ a: ['x\ny', 1, null, { b: true, c: 'z\t' }] }, 9)).toEqual({
    a: ['x y', 1, null, { b: true, c: 'z' }],
  })
})
