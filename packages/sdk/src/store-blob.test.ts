import { describe, expect, it } from 'vitest'
import { createOmen } from './create-omen.ts'
import { serveFiles } from './testing/file-server.ts'
import { serve } from './testing/serve.ts'
import { testClock } from './testing/test-clock.ts'

const file = new File(['0123456789'], '日 1.csv')

describe('files.store', () => {
  it('sends a small file in one request, with its name', async () => {
    const { baseUrl, received, stored } = await serveFiles()
    const receipt = await createOmen({ baseUrl }).files.store(file)
    expect(receipt).toMatchObject({ filename: 'handle-1', uploadFileName: '日 1.csv', bytes: 10 })
    expect(String(stored.get('handle-1'))).toBe('0123456789')
    expect(received[0]?.headers).not.toHaveProperty('content-range')
  })

  it('sends a larger one in chunks and reports progress', async () => {
    const { baseUrl, received, stored } = await serveFiles()
    const progress: number[] = []
    const onProgress = ({ sent }: { sent: number }) => progress.push(sent)
    await createOmen({ baseUrl }).files.store(file, { chunkBytes: 4, onProgress })
    expect(progress).toEqual([4, 8, 10])
    expect(received.map(({ headers }) => headers['content-range'])).toEqual([
      ...['bytes 0-3/10', 'bytes 4-7/10', 'bytes 8-9/10'],
    ])
    expect(String(stored.get('handle-1'))).toBe('0123456789')
  })

  it('resumes at the offset of the server after a broken connection', async () => {
    const { baseUrl, stored, received } = await serveFiles((_, count) => count === 2)
    const receipt = await createOmen({ baseUrl, clock: testClock() }).files.store(file, { chunkBytes: 4 })
    expect(String(stored.get(receipt.filename))).toBe('0123456789')
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  it('succeeds if only the last response was lost', async () => {
    const { baseUrl, received } = await serveFiles((_, count) => count === 3)
    const receipt = await createOmen({ baseUrl, clock: testClock() }).files.store(file, { chunkBytes: 4 })
    expect(receipt).toMatchObject({ filename: 'handle-1', bytes: 10 })
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  it('resumes an upload by its handle', async () => {
    const { baseUrl, received, stored } = await serveFiles()
    const { files } = createOmen({ baseUrl })
    const stop = new AbortController()
    let handle: string | undefined
    const options = { chunkBytes: 4, signal: stop.signal, onProgress: () => stop.abort() }
    const onHandle = (filename: string) => {
      handle = filename
    }
    await expect(files.store(file, { ...options, onHandle })).rejects.toMatchObject({ kind: 'aborted' })
    await files.store(file, { chunkBytes: 4, resume: handle })
    expect(String(stored.get('handle-1'))).toBe('0123456789')
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  it('throws an API problem at once', async () => {
    const json = { success: false, code: 'DISK_FULL', message: 'The disk is full.', requestId: 'r' }
    const { baseUrl, received } = await serve(() => ({ status: 507, json }))
    await expect(createOmen({ baseUrl }).files.store(file)).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(received).toHaveLength(1)
  })

  it('gives up after six lost connections without progress', async () => {
    const { baseUrl, received } = await serve(() => (response) => response.destroy())
    const call = createOmen({ baseUrl, clock: testClock() }).files.store(file)
    await expect(call).rejects.toMatchObject({ kind: 'network' })
    expect(received).toHaveLength(6)
  })
})
