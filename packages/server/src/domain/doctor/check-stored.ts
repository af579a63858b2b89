import type { DamageKind, DamageReason } from '../../schema/integrity.ts'
import type { Context } from '../context.ts'
import { checkItem, recordCondition, storedItems } from '../scrub/index.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const advice: Record<DamageKind, string> = {
  file: 'Upload it again, or restore it from a backup; models and detections made from it are kept.',
  weights: 'Train the model again, promote another version, or copy the file back from a backup.',
  dataset:
    'Points are restored from their uploaded file when they are next read. Scores are not, nor points whose file is gone: upload it again where it is gone, detect again, and delete the old detection.',
}
const names: Record<DamageKind, string> = { file: 'uploaded files', weights: 'weights', dataset: 'tables of points' }

const conditions: Record<DamageReason, string> = {
  missing: 'missing',
  changed: 'damaged: its checksum differs',
  unreadable: 'damaged: the disk cannot read it',
}

/** Verifies every checksum, at full speed. */
export async function* checkStored(ctx: Context, onProgress?: (what: string) => void): AsyncGenerator<Finding> {
  const intact: Record<DamageKind, number> = { file: 0, weights: 0, dataset: 0 }
  for await (const item of storedItems(ctx)) {
    onProgress?.(`${names[item.kind]}: ${item.id}`)
    const condition = await checkItem(ctx, item)
    const name = await recordCondition(ctx, item, condition)
    if (name === undefined) intact[item.kind]++
    else
      yield failure(
        'stored',
        `${item.kind} ${item.id} (${name}) is ${conditions[condition as DamageReason]}`,
        advice[item.kind],
      )
  }
  for (const kind of ['file', 'weights', 'dataset'] as const)
    yield ok('stored', `${intact[kind]} ${names[kind]} are as they were stored`)
  yield* checkParts(ctx)
}

/** Tables of which the server makes the rows itself. */
const derived: ReadonlySet<string> = new Set(['live_scores', 'log_counts'])

async function* checkParts(ctx: Context): AsyncGenerator<Finding> {
  for (const damage of await ctx.points.damage()) {
    const { table, part, reason, bytes } = damage
    if (damage.kind === 'part') {
      yield warning(
        'points',
        `part ${part} of table ${table} (${bytes} bytes) could not be read and was set aside: ${reason}`,
        'Its contents are restored from uploaded files. Delete it from the detached parts once nothing is missing.',
      )
      continue
    }
    const until = new Date(damage.writtenAt).toISOString().slice(0, 19).replace('T', ' ')
    const again = derived.has(table)
      ? 'The server makes these rows itself, and what it had found stays.'
      : `Let senders send the minute before ${until} UTC again if they can.`
    yield warning(
      'points',
      `points/found/${part} (${bytes} bytes, written until ${until} UTC) holds rows that are not in table ${table}: ${reason}`,
      `${again} Delete it once nothing is missing.`,
    )
  }
}
