import { type FileHandle, stat } from 'node:fs/promises'
import type { Clock } from '../../../ports/clock.ts'
import { type CollectedBatch, type CollectedLine, CollectorError } from '../../../ports/collector.ts'
import { MAX_BATCH_SIZE } from '../split-batches.ts'
import {
  type FileCursor,
  type FilePosition,
  findPosition,
  fingerprint,
  keyOf,
  keyOfPosition,
  readCursor,
} from './file-cursor.ts'
import type { LogFolder } from './log-folders.ts'
import { type LogFile, openLogFile } from './open-log-file.ts'
import { findLineTimes, type ReadLine, readFileLine } from './read-file-line.ts'
import { readRecords } from './read-records.ts'

export interface Followed {
  readonly folder: LogFolder
  readonly path: string
  readonly clock: Pick<Clock, 'now'>
}

export interface FollowRequest {
  /** When the project began; only looked at without a cursor. */
  readonly since: number
  readonly cursor: unknown
  readonly signal: AbortSignal
}

/** A file that was put away is followed on for so long: its writer may not know yet. */
const RENAMED_MS = 60_000

/** What was written since the cursor; each batch with the cursor that is to be kept with it. */
export async function* followFiles(
  { folder, path, clock }: Followed,
  { since, cursor, signal }: FollowRequest,
): AsyncGenerator<CollectedBatch> {
  const known = readCursor(cursor, path)
  const positions = new Map((known?.files ?? []).map((position) => [keyOfPosition(position), position]))
  const cursorNow = (): FileCursor => ({ path, files: [...positions.values()] })
  const files = await listFollowed(folder, new Set(positions.keys()))
  for (const key of positions.keys()) if (!files.some((file) => file.key === key)) positions.delete(key)

  const read = new Set<string>()
  for (const { path: filePath, isRenamed } of files) {
    signal.throwIfAborted()
    const file = await openLogFile(folder, filePath)
    if (file === undefined) continue
    try {
      // Another name of the same file, or a new one that has taken the name
      const key = keyOf(file.stats)
      if (read.has(key) || (isRenamed && !positions.has(key))) continue
      read.add(key)
      positions.set(key, await startOf(file, known?.files ?? [], known === undefined ? since : undefined))
      for await (const { lines, position } of readNewLines(file, positions.get(key)!, { clock, isRenamed, signal })) {
        positions.set(key, position)
        yield { lines, cursor: cursorNow() }
      }
      if (isRenamed && clock.now() - Number(file.stats.mtimeMs) > RENAMED_MS) positions.delete(key)
    } finally {
      await file.handle.close()
    }
  }
  if (JSON.stringify(cursorNow()) !== JSON.stringify(known)) yield { cursor: cursorNow() }
}

interface FollowedFile {
  readonly path: string
  readonly key: string
  /** It has a name now that was not asked for: a rotation has put it away. */
  readonly isRenamed: boolean
}

const MAX_FILES = 1000

/** The files of the path, after those that were followed and have another name by now: their lines are older. */
async function listFollowed(folder: LogFolder, followed: ReadonlySet<string>): Promise<FollowedFile[]> {
  const matching = await withKeys(await folder.matching())
  if (matching.length > MAX_FILES)
    throw new CollectorError('tooMuch', { providerText: `More than ${MAX_FILES} files match the path.` })
  const found = new Set(matching.map(({ key }) => key))
  const isAnyMissing = [...followed].some((key) => !found.has(key))
  const others = isAnyMissing ? await withKeys(await folder.others()) : []
  const renamed = others.filter(({ key }) => followed.has(key) && !found.has(key))
  return [
    ...renamed.map((file) => ({ ...file, isRenamed: true })),
    ...matching.map((file) => ({ ...file, isRenamed: false })),
  ]
}

/** What is gone meanwhile is left out. */
async function withKeys(paths: readonly string[]): Promise<{ path: string; key: string }[]> {
  const files = paths.map((path) =>
    stat(path, { bigint: true }).then(
      (stats) => [{ path, key: keyOf(stats) }],
      () => [],
    ),
  )
  return (await Promise.all(files)).flat()
}

/** `since`: a file that is older than that is new to us, and its past was not asked for. */
async function startOf(
  file: LogFile,
  known: readonly FilePosition[],
  since: number | undefined,
): Promise<FilePosition> {
  const { handle, stats } = file
  const found = await findPosition(handle, stats, known)
  if (found) return positionAt(file, found)
  const isNew = since === undefined || Number(stats.birthtimeMs) >= since
  return positionAt(file, { offset: isNew ? 0 : await findLineEnd(handle, Number(stats.size)) })
}

interface NewLines {
  readonly lines: readonly CollectedLine[]
  /** After them. */
  readonly position: FilePosition
}

interface ReadNewOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly isRenamed: boolean
  readonly signal: AbortSignal
}

/** Lines come together that were written within this time. */
const SETTLED_MS = 1000
const HEAD_BYTES = 65_536
const SAMPLE_LINES = 100

/** The lines of a file from a position on, up to where it ended when it was opened. Before lines that have no time comes the time that they are given. */
async function* readNewLines(
  file: LogFile,
  start: FilePosition,
  { clock, isRenamed, signal }: ReadNewOptions,
): AsyncGenerator<NewLines> {
  const to = Number(file.stats.size)
  if (start.offset >= to) return
  const isSettled = clock.now() - Number(file.stats.mtimeMs) >= SETTLED_MS
  const timeOf = await timesOf(file, clock.now())
  for (let position = start; ; ) {
    signal.throwIfAborted()
    const { offset: from, time: before, readAt = clock.now() } = position
    const isFinal = isRenamed && isSettled
    const { records, end } = await readRecords(file.handle, {
      from,
      to,
      maxRecords: MAX_BATCH_SIZE,
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

async function positionAt(
  { handle, stats: { dev, ino } }: LogFile,
  { offset, time, readAt }: Pick<FilePosition, 'offset' | 'time' | 'readAt'>,
): Promise<FilePosition> {
  const place = { device: String(dev), inode: String(ino), offset, start: await fingerprint(handle, offset) }
  return { ...place, ...(time !== undefined && { time }), ...(readAt !== undefined && { readAt }) }
}

/** By the beginning of the file, which stays the same. */
async function timesOf({ handle }: LogFile, now: number): Promise<ReturnType<typeof findLineTimes>> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
  return findLineTimes(lines.filter((line) => /^\S/.test(line)).slice(0, SAMPLE_LINES), now)
}

function dated(read: readonly ReadLine[], before: number): CollectedLine[] {
  let last = before
  return read.map((line) => {
    last = line.time ?? last
    return { ...line, time: last }
  })
}

const REACH = 65_536

/** After the last whole line of a file of this size. */
async function findLineEnd(handle: FileHandle, size: number): Promise<number> {
  const from = Math.max(0, size - REACH)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
  const end = buffer.lastIndexOf(10, bytesRead - 1)
  return end < 0 ? (from === 0 ? 0 : size) : from + end + 1
}
