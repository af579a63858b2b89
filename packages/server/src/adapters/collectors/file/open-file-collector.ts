import type { Clock } from '../../../ports/clock.ts'
import type { CollectedBatch, Collector, CollectorTraits } from '../../../ports/collector.ts'
import { followFiles } from './follow-files.ts'
import { listLogFiles, openLogFolder } from './log-folders.ts'
import { readLastLines } from './read-last-lines.ts'

export interface FileOptions {
  /** With * in its last part. */
  readonly path: string
}

export interface FileParts {
  /** Folders whose files may be read. */
  readonly logFolders: readonly string[]
  readonly clock: Pick<Clock, 'now'>
}

const traits: CollectorTraits = { lateMs: 0, maxWindowSteps: 60, isFollowing: true }
const maxTestLines = 20
const maxItems = 1000

/**
 * Follows files of this server through rotation, by rename as well as by copy and truncation. Files that are older than the project are read from their end
 * on, later ones from their beginning.
 */
export function openFileCollector({ path }: FileOptions, { logFolders, clock }: FileParts): Collector {
  return {
    traits,
    async test(signal) {
      const folder = await openLogFolder(path, logFolders)
      signal.throwIfAborted()
      const lines = await readLastLines(folder, clock, maxTestLines)
      return lines === undefined ? { lines: [], notes: [`No file matches ${path} yet.`] } : { lines }
    },
    async choices(search) {
      const wanted = search.toLowerCase()
      const files = (await listLogFiles(logFolders)).filter((file) => file.toLowerCase().includes(wanted))
      return [{ field: 'path', items: files.slice(0, maxItems).map((id) => ({ id })), total: files.length }]
    },
    estimate: async () => ({ callsPerDay: 0, callsPerBackfilledDay: 0 }),
    async *collect(window, cursor, signal): AsyncGenerator<CollectedBatch> {
      const folder = await openLogFolder(path, logFolders)
      yield* followFiles({ folder, path, clock }, { since: window.from, cursor, signal })
    },
    close: async () => {},
  }
}
