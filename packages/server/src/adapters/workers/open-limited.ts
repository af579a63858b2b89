import type { ParsedFile, ParseLimits } from '../../ports/compute.ts'
import type { FileSource } from '../../ports/file-store.ts'
import { type Content, openContent } from './open-content.ts'

export type Refused = Extract<ParsedFile, { kind: 'refused' }>

/** So many bytes tell what a file is. */
export const keptForSniffing = 1_048_576
/** Up to this size any compression ratio is accepted: a short file of zeros also compresses by a factor of hundreds. */
const bytesBeforeRatio = 64 * 1_048_576

interface Limited {
  readonly source: FileSource
  readonly limits: Pick<ParseLimits, 'maxDecompressedBytes' | 'maxCompressionRatio'>
  onProgress(bytes: number): void
}

/** Yields the decompressed bytes while they stay within the limits; `head` receives the first of them. */
export async function openLimited({ source, limits, onProgress }: Limited, head: Uint8Array[]): Promise<Content> {
  const { maxDecompressedBytes, maxCompressionRatio } = limits
  let received = 0
  const content = await openContent(source, (count) => {
    received = count
    onProgress(count)
  })
  async function* limited(): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of content.bytes) {
      if (bytes < keptForSniffing) head.push(chunk)
      bytes += chunk.length
      if (bytes > maxDecompressedBytes) throw tooLarge(`is larger than ${maxDecompressedBytes} bytes when decompressed`)
      if (bytes > bytesBeforeRatio && bytes > received * maxCompressionRatio)
        throw tooLarge(`decompresses to more than ${maxCompressionRatio} times its size`)
      yield chunk
    }
  }
  return { bytes: limited(), sha256: content.sha256 }
}

export class Refusal extends Error {
  readonly refused: Refused

  constructor(code: Refused['code'], reason: string) {
    super(reason)
    this.refused = { kind: 'refused', code, line: 0, column: 0, reason }
  }
}

/** What is wrong with the content of a file; another error is thrown. */
export function refusedContent(error: unknown): Refused {
  if (error instanceof Refusal) return error.refused
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (!code.startsWith('Z_')) throw error
  const reason = code === 'Z_BUF_ERROR' ? 'the gzip file is cut off' : 'the gzip file is damaged'
  return { kind: 'refused', code: 'GZIP_DAMAGED', line: 0, column: 0, reason }
}

function tooLarge(reason: string): Refusal {
  return new Refusal('DECOMPRESSED_TOO_LARGE', `the file ${reason}`)
}
