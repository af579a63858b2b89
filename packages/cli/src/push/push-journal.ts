import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../io/make-folder.ts'
import { readIfThere } from '../io/read-if-there.ts'
import { replaceFile } from '../io/replace-file.ts'

/** How many lines of a file have arrived, so that a push that was broken off goes on from there. */
export interface PushJournal {
  readonly sentLines: number
  write(lines: number): void
  /** Everything has arrived. */
  end(): void
}

/** Of a file that does not change. */
export function wholeIdentity(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `${size}\n${mtimeMs}`
}

/** Of the same file, as `identity` tells, sent to the same project. Standard input has none. */
export async function openPushJournal(
  folder: string,
  { path, identity, target }: { path: string; identity: string; target: string },
): Promise<PushJournal> {
  const name = createHash('sha256')
    .update([resolve(path), identity, target].join('\n'))
    .digest('hex')
    .slice(0, 32)
  const file = join(folder, 'push', name)
  const stored = Number(await readIfThere(file))
  await makeFolder(join(folder, 'push'))
  return {
    sentLines: Number.isSafeInteger(stored) && stored > 0 ? stored : 0,
    write: (lines) => replaceFile(file, String(lines)),
    end: () => rmSync(file, { force: true }),
  }
}

/** For what can be read once only. */
export const noJournal: PushJournal = { sentLines: 0, write: () => undefined, end: () => undefined }
