import type { Clock } from '../../../ports/clock.ts'
import type { CollectedBatch, CollectedLine, Collector, CollectorTraits } from '../../../ports/collector.ts'
import { followFiles } from './follow-files.ts'
import { type LogFolder, listLogFiles, openLogFolder } from './log-folders.ts'
import { openLogFile } from './open-log-file.ts'
import { findLineTimes, readFileLine } from './read-file-line.ts'
import { readRecords } from './read-records.ts'

export interface FileOptions {
  /** With * in its last part. */
  readonly path: string
}

export interface FileParts {
  /** Folders whose files may be read. */
  readonly logFolders: readonly string[]
  readonly clock: Pick<Clock, 'now'>
}

const TRAITS: CollectorTraits = { lateMs: 0, maxWindowSteps: 60, isFollowing: true }
const MAX_TEST_LINES = 20
const MAX_ITEMS = 1000

/**
 * Follows files of this server through rotation, by rename as well as by copy and truncation. Files that are older than the project are read from their end
 * on, later ones from their beginning.
 */
export function openFileCollector({ path }: FileOptions, { logFolders, clock }: FileParts): Collector {
  return {
    traits: TRAITS,
    async test(signal) {
      const folder = await openLogFolder(path, logFolders)
      signal.throwIfAborted()
      const lines = await readLastLines(folder, clock, MAX_TEST_LINES)
      return lines === undefined ? { lines: [], notes: [`No file matches ${path} yet.`] } : { lines }
    },
    async choices(search) {
      const wanted = search.toLowerCase()
      const files = (await listLogFiles(logFolders)).filter((file) => file.toLowerCase().includes(wanted))
      return [{ field: 'path', items: files.slice(0, MAX_ITEMS).map((id) => ({ id })), total: files.length }]
    },
    estimate: async () => ({ callsPerDay: 0, callsPerBackfilledDay: 0 }),
    async *collect(window, cursor, signal): AsyncGenerator<CollectedBatch> {
      const folder = await openLogFolder(path, logFolders)
      yield* followFiles({ folder, path, clock }, { since: window.from, cursor, signal })
    },
    close: async () => {},
  }
}

const TAIL_BYTES = 16_384
const MAX_FILES = 5

/** Of a few files; undefined where there is no file. */
async function readLastLines(
  folder: LogFolder,
  clock: Pick<Clock, 'now'>,
  max: number,
): Promise<CollectedLine[] | undefined> {
  const paths = (await folder.matching()).slice(-MAX_FILES)
  const lines: CollectedLine[] = []
  let isAny = false
  for (const path of paths) {
    const file = await openLogFile(folder, path)
    if (file === undefined) continue
    isAny = true
    const to = Number(file.stats.size)
    const from = Math.max(0, to - TAIL_BYTES)
    const { records } = await readRecords(file.handle, { from, to, maxRecords: 5000, isSettled: true, isFinal: true })
    await file.handle.close()
    const whole = from === 0 ? records : records.slice(1)
    const timeOf = findLineTimes(
      whole.map(({ text }) => text),
      clock.now(),
    )
    const last = whole.slice(-Math.ceil(max / paths.length)).map((record) => readFileLine(record, file.service, timeOf))
    lines.push(...last.map((line) => ({ ...line, time: line.time ?? Number(file.stats.mtimeMs) })))
  }
  return isAny ? lines.slice(-max) : undefined
}
