import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf, chunks, fileStoreContract } from '../../ports/file-store.contract.ts'
import { hasSwift, startS3, type TestS3 } from '../../testing/start-s3.ts'
import { openStore } from '../open-failures/open-store.ts'
import { bucketStore } from './bucket-store.ts'
import { openSource } from './open-source.ts'
import { parseS3Address } from './s3-address.ts'
import { createS3Bucket, PART_BYTES } from './s3-bucket.ts'
import { openS3FileStore } from './s3-file-store.ts'

describe.runIf(hasSwift())('on OpenStack Swift', () => {
  let s3: TestS3
  beforeAll(async () => {
    s3 = await startS3()
  }, 120_000)
  afterAll(() => s3?.stop())

  fileStoreContract('a bucket', async () => {
    const url = await s3.newBucket()
    return { store: await openS3FileStore(url), reopen: () => openS3FileStore(url), openSource }
  })

  it('takes a file of several parts, below a prefix, and gives any part of it', async () => {
    const url = await s3.newBucket()
    const store = await openS3FileStore(url.replace('?', '/some/folder?'))
    const chunk = Buffer.alloc(1_000_000, 'x')
    const source = (async function* () {
      for (let sent = 0; sent < 2.5 * PART_BYTES; sent += chunk.length) yield chunk
      yield Buffer.from('the end')
    })()
    const bytes = await store.receive('handle-1', { offset: 0, maxBytes: 1e9, source })
    expect(await store.seal('handle-1')).toMatchObject({ bytes })
    const end = await store.open('file', 'handle-1', { start: bytes - 7 })
    expect(Buffer.concat(await allOf(end)).toString()).toBe('the end')
  })

  it('finishes in another process what one that died had received in full', async () => {
    const url = await s3.newBucket()
    await (await openS3FileStore(url)).receive('handle-1', { offset: 0, maxBytes: 9, source: chunks('one') })
    const other = await openS3FileStore(url)
    expect(await other.seal('handle-1')).toMatchObject({ bytes: 3 })
    expect(await other.received('handle-1')).toBe(3)
    expect(await other.seal('handle-1')).toMatchObject({ bytes: 3 })
  })

  it('never completes a file of which a part is gone, and keeps the rest', async () => {
    const url = await s3.newBucket()
    const store = await openS3FileStore(url)
    await store.receive('handle-1', { offset: 0, maxBytes: 9, source: chunks('one') })
    await store.receive('handle-1', { offset: 3, maxBytes: 9, source: chunks('two') })
    await createS3Bucket(parseS3Address(url)).remove(`incoming/handle-1/${'0'.repeat(16)}`)
    await expect(store.seal('handle-1')).rejects.toMatchObject({ fault: 'missing' })
    expect((await allOf(store.list())).map(({ kind }) => kind)).toEqual(['unfinished'])
  })

  it('says which bucket does not answer', async () => {
    const url = (await s3.newBucket()).replace(/omen-\d+-\d+/, 'nowhere')
    const opening = openStore(bucketStore(url), () => openS3FileStore(url))
    await expect(opening).rejects.toThrow(
      /^The bucket nowhere at 127\.0\.0\.1:\d+ cannot be used: there is no such bucket\./,
    )
  })
})

describe('the address of a bucket', () => {
  it('names endpoint, region, bucket, prefix and credentials', () => {
    expect(parseS3Address('s3://my%2Fkey:se%40cret@host:9000/omen/a/b?region=eu-west-1')).toEqual({
      endpoint: 'https://host:9000',
      region: 'eu-west-1',
      bucket: 'omen',
      prefix: 'a/b/',
      credentials: { accessKeyId: 'my/key', secretAccessKey: 'se@cret' },
    })
    expect(parseS3Address('s3://host/omen?tls=off')).toEqual({
      endpoint: 'http://host',
      region: 'us-east-1',
      bucket: 'omen',
      prefix: '',
    })
  })

  it.each(['s3://host', 's3:///bucket', 'https://host/bucket'])('is refused as %s', (text) => {
    expect(() => parseS3Address(text)).toThrow('expected an address like s3://')
  })
})
