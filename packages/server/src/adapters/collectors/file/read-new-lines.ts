import type { Clock } from '../../../ports/clock.ts'
import type { CollectedLine } from '../../../ports/collector.ts'
import { maxBatchSize } from '../split-batches.ts'
import { type FilePosition, fingerprint } from './file-cursor.ts'
import type { LogFile } from './open-log-file.ts'
import { findLineTimes, type ReadLine, readFileLine } from './read-file-line.ts'
import { readRecords } from './read-records.ts'

export interface NewLines {
  readonly lines: readonly CollectedLine[]
  /** After them. */
  readonly position: FilePosition
}

export interface ReadNewOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly isRenamed: boolean
  readonly signal: AbortSignal
}

/** Lines come together that were written within this time. */
const settledMs = 1000
const headBytes = 65_536
const sampleLines = 100

/** The lines of a file from a position on, up to where it ended when it was opened. Before lines that have no time comes the time that they are given. */
export async function* readNewLines(
  file: LogFile,
  start: FilePosition,
  { clock, isRenamed, signal }: ReadNewOptions,
): AsyncGenerator<NewLines> {
  const to = Number(file.stats.size)
  if (start.offset >= to) return
  const isSettled = clock.now() - Number(file.stats.mtimeMs) >= settledMs
  const timeOf = await timesOf(file, clock.now())
  for (let position = start; ; ) {
    signal.throwIfAborted()
    const { offset: from, time: before, readAt = clock.now() } = position
    const isFinal = isRenamed && isSettled
    const { records, end } = await readRecords(file.handle, {
      from,
      to,
      maxRecords: maxBatchSize,
      isSettled,
      isFinal,
    })
    if (end === from) return
    const read = records.map((record) => readFileLine(record, file.service, timeOf))
    const isUndated = before === undefined && read[0]?.time === undefined
    // Kept before the lines are, so that they have the same time if they have to be read again
    if (isUndated && position.readAt === undefined) yield { lines: [], position: { ...position, readAt } }
    const lines = dated(read, before ?? readAt)
    const hasTimes = read.some(({ time }) => time !== undefined)
    position = await positionAt(file, { offset: end, time: hasTimes ? lines.at(-1)?.time : before })
    yield { lines, position }
  }
}

export async function positionAt(
  { handle, stats: { dev, ino } }: LogFile,
  { offset, time, readAt }: Pick<FilePosition, 'offset' | 'time' | 'readAt'>,
): Promise<FilePosition> {
  const place = { device: String(dev), inode: String(ino), offset, start: await fingerprint(handle, offset) }
  return { ...place, ...(time !== undefined && { time }), ...(readAt !== undefined && { readAt }) }
}

/** By the beginning of the file, which stays the same. */
async function timesOf({ handle }: LogFile, now: number): Promise<ReturnType<typeof findLineTimes>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
  return findLineTimes(lines.filter((line) => /^\S/.test(line)).slice(0, sampleLines), now)
}

function dated(read: readonly ReadLine[], before: number): CollectedLine[] {
  let last = before
  return read.map((line) => {
    last = line.time ?? last
    return { ...line, time: last }
  })
}
