import { truncateSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOmen } from '../create-omen.ts'
import { serveFiles } from '../testing/file-server.ts'
import { testClock } from '../testing/test-clock.ts'
import { digestFile, storePath, storeStream } from './index.ts'

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

async function fileOf(content: string | Buffer, name = 'day.csv'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'omen-sdk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

describe('storePath', () => {
  it('sends a small file as multipart with its checksum', async () => {
    const { baseUrl, received, stored } = await serveFiles()
    const receipt = await storePath(createOmen({ baseUrl, token: 't' }), await fileOf('abc', '天 1.csv'))
    expect(receipt).toMatchObject({ filename: 'handle-1', uploadFileName: '天 1.csv', bytes: 3, sha256: ABC })
    expect(String(stored.get('handle-1'))).toBe('abc')
    expect(received[0]?.headers).toMatchObject({
      'content-type': expect.stringMatching(/^multipart\/form-data/),
      'x-content-sha256': ABC,
      authorization: 'Bearer t',
    })
    expect(Number(received[0]?.headers['content-length'])).toBe(received[0]?.body.length)
  })

  it('sends raw bytes if asked to', async () => {
    const { baseUrl, received } = await serveFiles()
    await storePath(createOmen({ baseUrl }), await fileOf('abc'), { as: 'raw', sha256: false, uploadFileName: 'b' })
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'x-file-name': 'b' })
    expect(received[0]?.headers).not.toHaveProperty('x-content-sha256')
    expect(String(received[0]?.body)).toBe('abc')
  })

  it('sends a large file as a small first chunk and the rest, and resumes the rest after a break', async () => {
    const content = Buffer.alloc(3 << 20, 'omen')
    const { baseUrl, received, stored } = await serveFiles((_, count) => count === 2)
    const progress: number[] = []
    const receipt = await storePath(createOmen({ baseUrl, clock: testClock() }), await fileOf(content), {
      wholeBytes: 2 << 20,
      onProgress: ({ sent }) => progress.push(sent),
    })
    expect(stored.get(receipt.filename)?.equals(content)).toBe(true)
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(2)
    expect(progress.at(-1)).toBe(content.length)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
  })

  it('sends an empty file too, for the server to reject it', async () => {
    const { baseUrl, received } = await serveFiles()
    await storePath(createOmen({ baseUrl }), await fileOf(''))
    expect(received[0]?.headers['content-length']).toBe('0')
  })

  it('throws an early response of the server, not the broken pipe', async () => {
    const server = createServer((request, response) => {
      request.resume()
      const failure = { success: false, code: 'PAYLOAD_TOO_LARGE', message: 'At most 1 MB.', requestId: 'r' }
      response.writeHead(413).end(JSON.stringify(failure))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
    const path = await fileOf(Buffer.alloc(200 << 20))
    const call = storePath(createOmen({ baseUrl }), path, { wholeBytes: 500 << 20, as: 'raw', sha256: false })
    await expect(call).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 })
  })

  it('gives up after one time limit where the server never answers', async () => {
    let calls = 0
    const server = createServer(() => calls++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
    const call = storePath(createOmen({ baseUrl, timeoutMs: 200 }), await fileOf('abc'))
    await expect(call).rejects.toMatchObject({ kind: 'timeout' })
    expect(calls).toBe(1)
  })

  it.each(['form', 'raw'] as const)('fails at once where the file became shorter, sent as %s', async (as) => {
    const { baseUrl } = await serveFiles()
    const path = await fileOf(Buffer.alloc(4 << 20, 'x'))
    const call = storePath(createOmen({ baseUrl, timeoutMs: 5000 }), path, {
      as,
      sha256: false,
      onProgress: () => truncateSync(path, 1 << 19),
    })
    await expect(call).rejects.toMatchObject({ code: 'CHECKSUM_MISMATCH' })
  })

  it('throws the error of the file system for a missing file', async () => {
    const omen = createOmen({ baseUrl: 'http://127.0.0.1:1/' })
    await expect(storePath(omen, '/nowhere/day.csv')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('stops when its caller aborts', async () => {
    const { baseUrl } = await serveFiles()
    const call = storePath(createOmen({ baseUrl }), await fileOf('abc'), { sha256: ABC, signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('storeStream', () => {
  it('sends a pipe in chunks', async () => {
    const { baseUrl, received, stored } = await serveFiles()
    const sent: number[] = []
    const options = { uploadFileName: 'stdin.csv', onSent: (bytes: number) => sent.push(bytes) }
    await storeStream(createOmen({ baseUrl }), Readable.from([Buffer.from('ab'), Buffer.from('c')]), options)
    expect(String(stored.get('handle-1'))).toBe('abc')
    expect(received[0]?.headers['transfer-encoding']).toBe('chunked')
    expect(sent).toEqual([2, 3])
  })
})

describe('digestFile', () => {
  it('returns the SHA-256 of the content', async () => {
    await expect(digestFile(await fileOf('abc'))).resolves.toBe(ABC)
  })
})
