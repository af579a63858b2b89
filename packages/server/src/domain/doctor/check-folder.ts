import type { Context } from '../context.ts'
import { type Finding, failure, ok, warning } from './finding.ts'
import { formatBytes } from './format-bytes.ts'

export async function* checkFolder(ctx: Context): AsyncGenerator<Finding> {
  yield await checkSpace(ctx)
  let count = 0
  let first: string | undefined
  for await (const { path, mode } of ctx.folder.openToOthers()) {
    first ??= `${path || 'the data folder itself'} has mode ${mode.toString(8)}`
    count++
  }
  if (count === 0) yield ok('folder', `${ctx.folder.path} is not accessible to other users`)
  else
    yield warning(
      'folder',
      `${count} files or folders are accessible to other users: ${first}`,
      'Start the server once as their owner: it sets files to 0600 and folders to 0700.',
    )
}

async function checkSpace(ctx: Context): Promise<Finding> {
  const free = await ctx.folder.freeBytes()
  const text = `${formatBytes(free)} are free on the disk of ${ctx.folder.path}`
  if (free >= ctx.settings.minFreeBytes) return ok('folder', text)
  const advice = `Start the server and delete files, models or detections, enlarge the disk, or lower OMEN_MIN_FREE_BYTES (${formatBytes(ctx.settings.minFreeBytes)}).`
  return free === 0 ? failure('folder', text, advice) : warning('folder', text, advice)
}
