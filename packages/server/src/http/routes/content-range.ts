import { DomainError } from '../../domain/errors.ts'
import type { ChunkRange } from '../../domain/files/index.ts'

/** `bytes 0-99/1000` is a chunk; `bytes * over 1000` asks for the upload's status. */
export function readContentRange(header: string): ChunkRange | 'question' {
  const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? []
  if (start === undefined || end === undefined) return 'question'
  const range = { start: Number(start), end: Number(end), total: Number(total) }
  if (Object.values(range).every(Number.isSafeInteger)) return range
  throw new DomainError('RANGE_MISMATCH', {
    details: [{ field: 'Content-Range', message: 'must state the size of the whole file' }],
  })
}
