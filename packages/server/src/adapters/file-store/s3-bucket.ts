import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { ByteRange, ByteSource } from '../../ports/file-store.ts'
import type { S3Address } from './s3-address.ts'

export interface S3Object {
  readonly key: string
  readonly bytes: number
  /** Epoch milliseconds. */
  readonly modifiedAt: number
}

/** One bucket, by keys below the prefix. */
export interface S3Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Uploads in parts, so that the object is never in memory as a whole; nothing is kept if the source throws. */
  upload(key: string, source: ByteSource): Promise<void>
  /** Undefined where there is no such object. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** In bytes; undefined where there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  /** In the order of their keys. */
  list(prefix: string): AsyncIterable<S3Object>
  move(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** Rejects if the bucket does not exist or denies access. */
  check(): Promise<void>
}

/** A part of 8 MiB: 10,000 of them, the most that S3 takes, are 80 GB. */
export const PART_BYTES = 8 * 1024 ** 2
const PARTS_AT_ONCE = 2

export function createS3Bucket({ endpoint, region, bucket: Bucket, prefix, credentials }: S3Address): S3Bucket {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    // Stores other than Amazon's do not know the newer checksums; content is checked by its SHA-256 in any case.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials && { credentials }),
  })
  const at = (key: string) => ({ Bucket, Key: prefix + key })
  const remove = async (key: string): Promise<void> => void (await client.send(new DeleteObjectCommand(at(key))))

  return {
    put: async (key, bytes) => void (await client.send(new PutObjectCommand({ ...at(key), Body: bytes }))),
    async upload(key, source) {
      const Body = Readable.from(source, { objectMode: false })
      await new Upload({ client, params: { ...at(key), Body }, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
    },
    get: (key, range) =>
      unlessMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(range && { Range: header(range) }) }))
        return Body as Readable
      }),
    sizeOf: (key) => unlessMissing(async () => (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0),
    async *list(below) {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ...(ContinuationToken && { ContinuationToken }) }),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          yield { key: Key!.slice(prefix.length), bytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0 }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    async move(from, to) {
      const source = `${Bucket}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/')
      await client.send(new CopyObjectCommand({ ...at(to), CopySource: source }))
      await remove(from)
    },
    remove,
    check: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
  }
}

function header({ start, end }: ByteRange): string {
  return `bytes=${start}-${end ?? ''}`
}

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    const { name } = error as Error
    if (name === 'NoSuchKey' || name === 'NotFound') return undefined
    throw error
  }
}
