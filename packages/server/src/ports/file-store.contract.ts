import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileStore } from './file-store.ts'

const maxBytes = 1000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function* pieces(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield Buffer.from(text)
  }
}

/** What every file store does. `reopen` gives the same store to another process. */
export function fileStoreContract(
  name: string,
  open: () => Promise<{ store: FileStore; reopen(): Promise<FileStore> }>,
): void {
  describe(`${name} as a file store`, () => {
    let store: FileStore
    let reopen: () => Promise<FileStore>
    beforeEach(async () => {
      ;({ store, reopen } = await open())
    })

    it('keeps what it received, byte for byte, and knows its SHA-256', async () => {
      expect(await store.receive('handle-1', { offset: 0, maxBytes, source: pieces('one', 'two') })).toBe(6)
      expect(await store.seal('handle-1')).toEqual({ bytes: 6, sha256: sha256('onetwo') })
      expect(await readFile(store.locate('handle-1'), 'utf8')).toBe('onetwo')
    })

    it('keeps what arrived before the source broke off, and goes on there', async () => {
      const broken = pieces('one', new Error('the line is dead'))
      await expect(store.receive('handle-1', { offset: 0, maxBytes, source: broken })).rejects.toThrow(
        'the line is dead',
      )
      expect(await store.received('handle-1')).toBe(3)
      expect(await store.receive('handle-1', { offset: 3, maxBytes, source: pieces('two') })).toBe(6)
      expect(await store.seal('handle-1', sha256('onetwo').toUpperCase())).toMatchObject({ bytes: 6 })
    })

    it('goes on in another process and still checks the whole', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes, source: pieces('one') })
      const other = await reopen()
      await other.receive('handle-1', { offset: 3, maxBytes, source: pieces('two') })
      expect(await other.seal('handle-1')).toEqual({ bytes: 6, sha256: sha256('onetwo') })
    })

    it('refuses a piece that does not begin where the last one ended', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes, source: pieces('one') })
      await expect(store.receive('handle-1', { offset: 2, maxBytes, source: pieces('x') })).rejects.toMatchObject({
        fault: 'offset',
      })
      expect(await store.received('handle-1')).toBe(3)
    })

    it('refuses a second piece while one is arriving', async () => {
      let release = (): void => {}
      const held = (async function* () {
        yield Buffer.from('one')
        await new Promise<void>((resolve) => {
          release = resolve
        })
      })()
      const first = store.receive('handle-1', { offset: 0, maxBytes, source: held })
      await expect.poll(() => store.received('handle-1')).toBe(3)
      await expect(store.receive('handle-1', { offset: 3, maxBytes, source: pieces('x') })).rejects.toMatchObject({
        fault: 'offset',
      })
      release()
      expect(await first).toBe(3)
    })

    it('refuses bytes beyond the limit', async () => {
      const source = pieces('x'.repeat(900), 'x'.repeat(101))
      await expect(store.receive('handle-1', { offset: 0, maxBytes, source })).rejects.toMatchObject({
        fault: 'too-large',
      })
    })

    it('removes a file whose checksum is wrong', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes, source: pieces('one') })
      await expect(store.seal('handle-1', sha256('two'))).rejects.toMatchObject({ fault: 'checksum' })
      expect(await store.list()).toEqual([])
    })

    it('keeps an empty file', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes, source: pieces() })
      expect(await store.seal('handle-1')).toEqual({ bytes: 0, sha256: sha256('') })
    })

    it('keeps blobs, replaces them as a whole, and says when there is none', async () => {
      await store.writeBlob('blob-0001', new Uint8Array([1, 2, 3]))
      await store.writeBlob('blob-0001', new Uint8Array([4]))
      expect(Array.from(await store.readBlob('blob-0001'))).toEqual([4])
      await expect(store.readBlob('blob-0002')).rejects.toMatchObject({ fault: 'missing' })
    })

    it('lists whole files, unfinished ones and blobs, and removes any of them', async () => {
      await store.receive('whole-001', { offset: 0, maxBytes, source: pieces('a') })
      await store.seal('whole-001')
      await store.receive('part-0001', { offset: 0, maxBytes, source: pieces('a') })
      await store.writeBlob('blob-0001', new Uint8Array(1))
      expect((await store.list()).sort()).toEqual(['blob-0001', 'part-0001', 'whole-001'])
      for (const handle of await store.list()) await store.remove(handle)
      expect(await store.list()).toEqual([])
    })

    it.each(['../secret', 'a/b/c/d/e', '..', 'short', 'x'.repeat(65), 'a\0bcdefgh'])(
      'refuses %j as a handle',
      async (handle) => {
        await expect(store.receive(handle, { offset: 0, maxBytes, source: pieces('x') })).rejects.toMatchObject({
          fault: 'missing',
        })
        expect(() => store.locate(handle)).toThrow()
      },
    )
  })
}
