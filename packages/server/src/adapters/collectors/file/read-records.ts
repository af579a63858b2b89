import type { FileHandle } from 'node:fs/promises'

/** A line with those that continue it. */
export interface LogRecord {
  readonly text: string
  /** Where it begins in the file. */
  readonly offset: number
}

export interface ReadRecords {
  readonly records: readonly LogRecord[]
  /** After the last of them. */
  readonly end: number
}

const CHUNK_BYTES = 1024 * 1024
const MAX_RECORD_BYTES = 65_536
const LINE_FEED = 10
const CONTINUATION = /^(?:\s+\S|Caused by: |Traceback \(most recent)/

export interface ReadOptions {
  readonly from: number
  /** The size of the file when it was looked at. */
  readonly to: number
  readonly maxRecords: number
  /** Nothing was written for a while: no further line belongs to the last one. */
  readonly isSettled: boolean
  /** The file was put away: what has no line feed at its end is a line. */
  readonly isFinal: boolean
}

/** Whole records of a part of the file, none where the next one is not complete yet. */
export async function readRecords(handle: FileHandle, options: ReadOptions): Promise<ReadRecords> {
  const { from, to, maxRecords, isSettled, isFinal } = options
  const length = Math.min(CHUNK_BYTES, to - from)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
  const isAtEnd = from + bytesRead >= to
  const records: { text: string; offset: number }[] = []
  let at = 0
  let size = 0
  while (at < bytesRead) {
    const found = buffer.indexOf(LINE_FEED, at)
    const isWhole = (found >= 0 && found < bytesRead) || (isAtEnd && isFinal) || (at === 0 && bytesRead === CHUNK_BYTES)
    if (!isWhole) break
    const end = found >= 0 && found < bytesRead ? found : bytesRead
    const text = buffer.toString('utf8', at, end).replace(/\r$/, '')
    const last = records.at(-1)
    if (text.trim() === '') {
      at = Math.min(bytesRead, end + 1)
      continue
    }
    if (last && CONTINUATION.test(text) && size + text.length < MAX_RECORD_BYTES) {
      last.text += `\n${text}`
      size += text.length + 1
    } else if (records.length === maxRecords) break
    else {
      records.push({ text, offset: from + at })
      size = text.length
    }
    at = Math.min(bytesRead, end + 1)
  }
  // A line that continues the last record may be cut off, or not written yet
  const isHeld = isAtEnd ? !isSettled && !isFinal : records.length > 1
  const isFull = records.length === maxRecords && at < bytesRead
  if (isHeld && !isFull && records.length > 0) at = records.pop()!.offset - from
  return { records, end: from + at }
}
