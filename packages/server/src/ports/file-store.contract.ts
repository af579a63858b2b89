import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileSource, FileStore } from './file-store.ts'

const MAX_BYTES = 1000
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function* chunks(...texts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield Buffer.from(text)
  }
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await allOf(stream)).toString()
}

async function receiveWhole(store: FileStore, handle: string, text: string): Promise<void> {
  await store.receive(handle, { offset: 0, maxBytes: MAX_BYTES, source: chunks(text) })
  await store.seal(handle)
}

export interface FileStoreUnderTest {
  readonly store: FileStore
  /** The same store, for another process. */
  reopen(): Promise<FileStore>
  /** What a worker does with a source. */
  openSource(source: FileSource): Promise<AsyncIterable<Uint8Array>>
}

/** The contract of a file store. */
export function fileStoreContract(name: string, open: () => Promise<FileStoreUnderTest>): void {
  describe(`${name} as a file store`, () => {
    let store: FileStore
    let reopen: FileStoreUnderTest['reopen']
    let openSource: FileStoreUnderTest['openSource']
    beforeEach(async () => {
      ;({ store, reopen, openSource } = await open())
    })

    it('keeps what it received, byte for byte, and knows its SHA-256', async () => {
      expect(await store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: chunks('one', 'two') })).toBe(6)
      expect(await store.seal('handle-1')).toEqual({ bytes: 6, sha256: sha256('onetwo') })
      expect(await textOf(await store.open('file', 'handle-1'))).toBe('onetwo')
    })

    it('keeps the bytes received before the source broke off, and resumes there', async () => {
      const broken = chunks('one', new Error('the line is dead'))
      await expect(store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: broken })).rejects.toThrow(
        'the line is dead',
      )
      expect(await store.received('handle-1')).toBe(3)
      expect(await store.receive('handle-1', { offset: 3, maxBytes: MAX_BYTES, source: chunks('two') })).toBe(6)
      expect(await store.seal('handle-1', sha256('onetwo').toUpperCase())).toMatchObject({ bytes: 6 })
    })

    it('resumes in another process and still verifies the whole file', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: chunks('one') })
      const other = await reopen()
      await other.receive('handle-1', { offset: 3, maxBytes: MAX_BYTES, source: chunks('two') })
      expect(await other.seal('handle-1')).toEqual({ bytes: 6, sha256: sha256('onetwo') })
    })

    it('refuses a chunk that does not begin where the last one ended', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: chunks('one') })
      await expect(
        store.receive('handle-1', { offset: 2, maxBytes: MAX_BYTES, source: chunks('x') }),
      ).rejects.toMatchObject({
        fault: 'offset',
      })
      expect(await store.received('handle-1')).toBe(3)
    })

    it('refuses a second chunk while one is arriving', async () => {
      let release: (() => void) | undefined
      const held = (async function* () {
        yield Buffer.from('one')
        await new Promise<void>((resolve) => {
          release = resolve
        })
      })()
      const first = store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: held })
      await expect.poll(() => release).toBeDefined()
      await expect(
        store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: chunks('x') }),
      ).rejects.toMatchObject({
        fault: 'offset',
      })
      release?.()
      expect(await first).toBe(3)
    })

    it('knows how long a sealed file is, and seals it again: a server may die before it noted that it was whole', async () => {
      await receiveWhole(store, 'handle-1', 'onetwo')
      expect(await store.received('handle-1')).toBe(6)
      expect(await (await reopen()).seal('handle-1', sha256('onetwo'))).toEqual({ bytes: 6, sha256: sha256('onetwo') })
      expect(await textOf(await store.open('file', 'handle-1'))).toBe('onetwo')
    })

    it('refuses bytes beyond the limit', async () => {
      const source = chunks('x'.repeat(900), 'x'.repeat(101))
      await expect(store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source })).rejects.toMatchObject({
        fault: 'too-large',
      })
    })

    it('removes a file whose checksum is wrong', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: chunks('one') })
      await expect(store.seal('handle-1', sha256('two'))).rejects.toMatchObject({ fault: 'checksum' })
      expect(await allOf(store.list())).toEqual([])
    })

    it('keeps an empty file', async () => {
      await store.receive('handle-1', { offset: 0, maxBytes: MAX_BYTES, source: chunks() })
      expect(await store.seal('handle-1')).toEqual({ bytes: 0, sha256: sha256('') })
    })

    it('keeps blobs, replaces them as a whole, and says when there is none', async () => {
      await store.write('blob', 'blob-0001', [new Uint8Array([1, 2, 3])])
      await store.write('blob', 'blob-0001', chunks('\x04'))
      expect(Array.from(await store.readBlob('blob-0001'))).toEqual([4])
      await expect(store.readBlob('blob-0002')).rejects.toMatchObject({ fault: 'missing' })
    })

    it('lists whole files, unfinished ones and blobs with their sizes, and removes any of them', async () => {
      await receiveWhole(store, 'whole-001', 'abc')
      await store.receive('part-0001', { offset: 0, maxBytes: MAX_BYTES, source: chunks('a') })
      await store.write('blob', 'blob-0001', [new Uint8Array(2)])
      const items = await allOf(store.list())
      expect(items.map(({ kind, handle, bytes }) => `${kind} ${handle} ${bytes}`).sort()).toEqual([
        'blob blob-0001 2',
        'file whole-001 3',
        'unfinished part-0001 1',
      ])
      expect(items.every(({ modifiedAt }) => Number.isInteger(modifiedAt) && modifiedAt > 0)).toBe(true)
      for (const { handle } of items) await store.remove(handle)
      expect(await allOf(store.list())).toEqual([])
    })

    it('opens a part of a file, and says before the first byte when there is none', async () => {
      await receiveWhole(store, 'whole-001', 'onetwothree')
      expect(await textOf(await store.open('file', 'whole-001', { start: 3, end: 5 }))).toBe('two')
      expect(await textOf(await store.open('file', 'whole-001', { start: 6 }))).toBe('three')
      await expect(store.open('file', 'nowhere-1')).rejects.toMatchObject({ fault: 'missing' })
      await expect(store.open('blob', 'whole-001')).rejects.toMatchObject({ fault: 'missing' })
    })

    it('gives a worker what it opens the file with', async () => {
      await receiveWhole(store, 'whole-001', 'onetwo')
      expect(await textOf(await openSource(structuredClone(store.source('whole-001'))))).toBe('onetwo')
    })

    it('writes a whole file from a stream, and keeps nothing of one that breaks off', async () => {
      expect(await store.write('file', 'whole-001', chunks('one', 'two'))).toEqual({
        bytes: 6,
        sha256: sha256('onetwo'),
      })
      const broken = chunks('one', new Error('the line is dead'))
      await expect(store.write('file', 'whole-002', broken)).rejects.toThrow('the line is dead')
      expect((await allOf(store.list())).map(({ handle }) => handle)).toEqual(['whole-001'])
      expect(await textOf(await store.open('file', 'whole-001'))).toBe('onetwo')
    })

    it('sets aside without losing a byte, names what it found, and brings it back under another handle', async () => {
      await receiveWhole(store, 'whole-001', 'onetwo')
      await store.setAside({ kind: 'file', handle: 'whole-001' }, 1_700_000_000_000)
      expect(await allOf(store.list())).toEqual([])
      const [item] = await allOf((await reopen()).found())
      expect(item).toMatchObject({ kind: 'file', handle: 'whole-001', bytes: 6, foundAt: 1_700_000_000_000 })
      expect(await store.bringBack(item!, 'whole-002')).toEqual({ bytes: 6, sha256: sha256('onetwo') })
      expect(await textOf(await store.open('file', 'whole-002'))).toBe('onetwo')
      expect(await allOf(store.found())).toEqual([])
    })

    it('brings back an unfinished file as far as it came, and a blob as a blob', async () => {
      await store.receive('part-0001', { offset: 0, maxBytes: MAX_BYTES, source: chunks('one') })
      await store.receive('part-0001', { offset: 3, maxBytes: MAX_BYTES, source: chunks('two') })
      await store.write('blob', 'blob-0001', chunks('weights'))
      await store.setAside({ kind: 'unfinished', handle: 'part-0001' }, 1)
      await store.setAside({ kind: 'blob', handle: 'blob-0001' }, 1)
      for (const item of await allOf(store.found())) await store.bringBack(item, item.handle)
      expect(await textOf(await store.open('file', 'part-0001'))).toBe('onetwo')
      expect(Buffer.from(await store.readBlob('blob-0001')).toString()).toBe('weights')
    })

    it('discards a file that was set aside only on request', async () => {
      await receiveWhole(store, 'whole-001', 'onetwo')
      await store.setAside({ kind: 'file', handle: 'whole-001' }, 1)
      await store.remove('whole-001')
      const [item] = await allOf(store.found())
      await store.discard(item!)
      expect(await allOf(store.found())).toEqual([])
    })

    it('takes a small write that leaves nothing', async () => {
      await store.probe()
      expect([...(await allOf(store.list())), ...(await allOf(store.found()))]).toEqual([])
    })

    it.each(['../secret', 'a/b/c/d/e', '..', 'short', 'x'.repeat(65), 'a\0bcdefgh'])(
      'refuses %j as a handle',
      async (handle) => {
        await expect(
          store.receive(handle, { offset: 0, maxBytes: MAX_BYTES, source: chunks('x') }),
        ).rejects.toMatchObject({
          fault: 'missing',
        })
        expect(() => store.source(handle)).toThrow()
      },
    )
  })
}
