import type { Context } from '../context.ts'
import { examineSecrets } from '../secrets/index.ts'
import { type Finding, failure, ok } from './finding.ts'

/** Keys and passwords of other services, which need the key that sealed them. */
export async function* checkSecrets(ctx: Context): AsyncGenerator<Finding> {
  const { total, unreadable } = await examineSecrets(ctx)
  if (unreadable === 0) return yield ok('secrets', `all ${total} secrets of integrations and connections can be opened`)
  yield failure(
    'secrets',
    `${unreadable} of ${total} secrets of integrations and connections cannot be opened`,
    'Put secret.key back into the data folder, or set OMEN_SECRET_KEY to the key that they were sealed with, beside the one of today. Without it, type them in again.',
  )
}
