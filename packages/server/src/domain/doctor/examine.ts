import type { Context } from '../context.ts'
import { checkFolder } from './check-folder.ts'
import { checkFound } from './check-found.ts'
import { checkRows } from './check-rows.ts'
import { checkScrub } from './check-scrub.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkStored } from './check-stored.ts'
import { checkStores } from './check-stores.ts'
import type { Finding } from './finding.ts'

export interface ExamineOptions {
  /** Number of migrations of this version of the server. */
  readonly migrations: number
  onProgress?(what: string): void
}

/**
 * Examines everything stored and yields findings as they are made. Deletes nothing: it records damage, sets aside files that no
 * row references, and brings back those that a row references again.
 */
export async function* examine(ctx: Context, options: ExamineOptions): AsyncGenerator<Finding> {
  yield* checkStores(ctx, options.migrations)
  yield* checkFolder(ctx)
  yield* checkRows(ctx)
  yield* checkSecrets(ctx)
  yield* checkStored(ctx, options.onProgress)
  yield* checkFound(ctx)
  yield* checkScrub(ctx)
}
