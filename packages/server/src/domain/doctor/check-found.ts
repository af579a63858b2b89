import type { Context } from '../context.ts'
import { listFound, setAsideUnnamed } from '../files/index.ts'
import { worksAlone } from '../instance.ts'
import { type Finding, ok, warning } from './finding.ts'
import { formatBytes } from './format-bytes.ts'

const DAY_MS = 86_400_000

/** If no other server can be writing, unreferenced bytes are set aside first, however new they are. */
export async function* checkFound(ctx: Context): AsyncGenerator<Finding> {
  const now = ctx.clock.now()
  await setAsideUnnamed(ctx, { before: worksAlone(ctx) ? Number.POSITIVE_INFINITY : now - DAY_MS })
  const items = await listFound(ctx)
  if (items.length === 0) yield ok('found', 'found/ is empty: every file is referenced by a row')
  for (const { kind, handle, bytes, foundAt, modifiedAt } of items) {
    const when = `written ${day(modifiedAt)}, set aside ${day(foundAt)}`
    const what = kind === 'blob' ? 'weights' : kind === 'file' ? 'an uploaded file' : 'an unfinished upload'
    const adopt = `omen-server doctor --adopt ${handle} --owner ACCOUNT gives it to an account; `
    yield warning(
      'found',
      `${handle}: ${what}, ${formatBytes(bytes)}, ${when}, referenced by no row`,
      `${kind === 'blob' ? 'It comes back by itself with a restored database; ' : adopt}--discard ${handle} deletes it.`,
    )
  }
}

function day(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')
}
