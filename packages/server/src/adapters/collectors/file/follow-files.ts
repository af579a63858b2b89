import type { Clock } from '../../../ports/clock.ts'
import type { CollectedBatch } from '../../../ports/collector.ts'
import { type FileCursor, type FilePosition, findPosition, keyOf, keyOfPosition, readCursor } from './file-cursor.ts'
import { findLineEnd } from './find-line-end.ts'
import { listFollowed } from './list-followed.ts'
import type { LogFolder } from './log-folders.ts'
import { type LogFile, openLogFile } from './open-log-file.ts'
import { positionAt, readNewLines } from './read-new-lines.ts'

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
const renamedMs = 60_000

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
      if (isRenamed && clock.now() - Number(file.stats.mtimeMs) > renamedMs) positions.delete(key)
    } finally {
      await file.handle.close()
    }
  }
  if (JSON.stringify(cursorNow()) !== JSON.stringify(known)) yield { cursor: cursorNow() }
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
