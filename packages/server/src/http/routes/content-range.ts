import { DomainError } from '../../domain/errors.ts'
import type { PieceRange } from '../../domain/files/index.ts'

/** `bytes 0-99/1000` is a piece; `bytes * over 1000` asks how far the upload got. */
export function readContentRange(header: string): PieceRange | 'question' {
  const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? []
  if (start === undefined || end === undefined) return 'question'
  const range = { start: Number(start), end: Number(end), total: Number(total) }
  if (Object.values(range).every(Number.isSafeInteger)) return range
  throw new DomainError('RANGE_MISMATCH', {
    details: [{ field: 'Content-Range', message: 'a piece says how large the whole file is' }],
  })
}
