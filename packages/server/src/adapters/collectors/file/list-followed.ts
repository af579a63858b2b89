import { stat } from 'node:fs/promises'
import { CollectorError } from '../../../ports/collector.ts'
import { keyOf } from './file-cursor.ts'
import type { LogFolder } from './log-folders.ts'

export interface FollowedFile {
  readonly path: string
  readonly key: string
  /** It has a name now that was not asked for: a rotation has put it away. */
  readonly isRenamed: boolean
}

const maxFiles = 1000

/** The files of the path, after those that were followed and have another name by now: their lines are older. */
export async function listFollowed(folder: LogFolder, followed: ReadonlySet<string>): Promise<FollowedFile[]> {
  const matching = await withKeys(await folder.matching())
  if (matching.length > maxFiles)
    throw new CollectorError('tooMuch', { providerText: `More than ${maxFiles} files match the path.` })
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
