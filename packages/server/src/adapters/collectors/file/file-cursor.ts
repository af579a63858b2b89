import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

/** How far a file was read. */
export interface FilePosition {
  readonly device: string
  readonly inode: string
  /** Bytes of all lines that are stored. */
  readonly offset: number
  /** Of the first bytes, by which a file is known whatever inode it has. */
  readonly start: Fingerprint
  /** Of its last line, epoch milliseconds: lines without a time have it. */
  readonly time?: number | undefined
  /** The time that lines without one were given, as long as it is not certain that they are stored. */
  readonly readAt?: number | undefined
}

export interface Fingerprint {
  readonly length: number
  readonly hash: string
}

export interface FileCursor {
  /** As asked for: with another one all begins anew. */
  readonly path: string
  readonly files: readonly FilePosition[]
}

const MAX_FINGERPRINT = 1024
/** So many equal bytes at the beginning of two logs, with their times, are a copy. */
const CERTAIN_LENGTH = 256

/** Undefined for none, and for that of another path. */
export function readCursor(value: unknown, path: string): FileCursor | undefined {
  const cursor = (value ?? undefined) as FileCursor | undefined
  return cursor?.path === path ? cursor : undefined
}

/** Of a file as long as it is not deleted, whatever name it has. */
export function keyOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`
}

export function keyOfPosition({ device, inode }: FilePosition): string {
  return `${device}:${inode}`
}

export async function fingerprint(handle: FileHandle, offset: number): Promise<Fingerprint> {
  const length = Math.min(MAX_FINGERPRINT, offset)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
  return { length: bytesRead, hash: createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64') }
}

async function beginsAs(handle: FileHandle, { length, hash }: Fingerprint): Promise<boolean> {
  const found = await fingerprint(handle, length)
  return found.length === length && found.hash === hash
}

/**
 * Where reading goes on: after what was read of this file, or of the one that it is a copy of; at the beginning where it was emptied and filled again,
 * or is new. Undefined for a file that was never seen.
 */
export async function findPosition(
  handle: FileHandle,
  stats: BigIntStats,
  known: readonly FilePosition[],
): Promise<Pick<FilePosition, 'offset' | 'time' | 'readAt'> | undefined> {
  const own = known.find((position) => keyOfPosition(position) === keyOf(stats))
  if (own) return Number(stats.size) >= own.offset && (await beginsAs(handle, own.start)) ? own : { offset: 0 }
  for (const other of known)
    if (other.start.length >= CERTAIN_LENGTH && (await beginsAs(handle, other.start))) return other
  return undefined
}
