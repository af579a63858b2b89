import { sql } from 'drizzle-orm'
import { datasets, detections, files, modelVersions, published, weights } from '../../schema/index.ts'
import type { DamageKind, DamageReason } from '../../schema/integrity.ts'
import type { Context } from '../context.ts'
import { checkItem, readScrub, recordCondition, storedItems } from '../scrub/index.ts'
import { examineSecrets } from '../secrets/index.ts'
import { checkFound } from './check-found.ts'
import { checkStores } from './check-stores.ts'
import { countOf } from './count-of.ts'
import { type Finding, failure, ok, warning } from './finding.ts'
import { formatBytes } from './format-bytes.ts'

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

async function* checkFolder(ctx: Context): AsyncGenerator<Finding> {
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

/** Dangling references between tables, which only a fault can leave, since every change is one transaction. */
async function* checkRows(ctx: Pick<Context, 'db'>): AsyncGenerator<Finding> {
  const lost = {
    'files reference a missing dataset': sql`select count(*)::int as total from ${files} where ${files.datasetId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${files.datasetId})`,
    'detections reference missing points': sql`select count(*)::int as total from ${detections} where not exists (select 1 from ${datasets} where ${datasets.id} = ${detections.pointsId})`,
    'detections reference missing scores': sql`select count(*)::int as total from ${detections} where ${detections.scoresId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${detections.scoresId})`,
    'published copies reference missing points': sql`select count(*)::int as total from ${published} where ${published.pointsId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${published.pointsId})`,
    'published copies reference missing scores': sql`select count(*)::int as total from ${published} where ${published.scoresId} is not null and not exists (select 1 from ${datasets} where ${datasets.id} = ${published.scoresId})`,
    'versions of models are ready without weights': sql`select count(*)::int as total from ${modelVersions} where ${modelVersions.state} = 'ready' and not exists (select 1 from ${weights} where ${weights.handle} = ${modelVersions.weightsHandle})`,
  }
  let total = 0
  for (const [text, query] of Object.entries(lost)) {
    const count = await countOf(ctx, query)
    total += count
    if (count > 0)
      yield failure('rows', `${count} ${text}`, 'Restore a backup, or delete them on the page and make them anew.')
  }
  if (total === 0) yield ok('rows', 'every reference between rows is valid')
}

/** Keys and passwords of other services, which need the key that sealed them. */
async function* checkSecrets(ctx: Context): AsyncGenerator<Finding> {
  const { total, unreadable } = await examineSecrets(ctx)
  if (unreadable === 0) return yield ok('secrets', `all ${total} secrets of integrations and connections can be opened`)
  yield failure(
    'secrets',
    `${unreadable} of ${total} secrets of integrations and connections cannot be opened`,
    'Put secret.key back into the data folder, or set OMEN_SECRET_KEY to the key that they were sealed with, beside the one of today. Without it, type them in again.',
  )
}

const ADVICE: Record<DamageKind, string> = {
  file: 'Upload it again, or restore it from a backup; models and detections made from it are kept.',
  weights: 'Train the model again, promote another version, or copy the file back from a backup.',
  dataset:
    'Points are restored from their uploaded file when they are next read. Scores are not, nor points whose file is gone: upload it again where it is gone, detect again, and delete the old detection.',
}
const NAMES: Record<DamageKind, string> = { file: 'uploaded files', weights: 'weights', dataset: 'tables of points' }

const CONDITIONS: Record<DamageReason, string> = {
  missing: 'missing',
  changed: 'damaged: its checksum differs',
  unreadable: 'damaged: the disk cannot read it',
}

/** Verifies every checksum, at full speed. */
export async function* checkStored(ctx: Context, onProgress?: (what: string) => void): AsyncGenerator<Finding> {
  const intact: Record<DamageKind, number> = { file: 0, weights: 0, dataset: 0 }
  for await (const item of storedItems(ctx)) {
    onProgress?.(`${NAMES[item.kind]}: ${item.id}`)
    const condition = await checkItem(ctx, item)
    const name = await recordCondition(ctx, item, condition)
    if (name === undefined) intact[item.kind]++
    else
      yield failure(
        'stored',
        `${item.kind} ${item.id} (${name}) is ${CONDITIONS[condition as DamageReason]}`,
        ADVICE[item.kind],
      )
  }
  for (const kind of ['file', 'weights', 'dataset'] as const)
    yield ok('stored', `${intact[kind]} ${NAMES[kind]} are as they were stored`)
  yield* checkParts(ctx)
}

/** Tables of which the server makes the rows itself. */
const DERIVED: ReadonlySet<string> = new Set(['live_scores', 'log_counts'])

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
    const again = DERIVED.has(table)
      ? 'The server makes these rows itself, and what it had found stays.'
      : `Let senders send the minute before ${until} UTC again if they can.`
    yield warning(
      'points',
      `points/found/${part} (${bytes} bytes, written until ${until} UTC) holds rows that are not in table ${table}: ${reason}`,
      `${again} Delete it once nothing is missing.`,
    )
  }
}

const DAY_MS = 86_400_000

/** A scrub that has run for twice its period is not making progress. */
async function* checkScrub(ctx: Context): AsyncGenerator<Finding> {
  const { scrubDays } = ctx.settings
  if (scrubDays === 0) {
    yield warning(
      'scrub',
      'stored data is not compared in the background',
      'Set OMEN_SCRUB_DAYS, or run doctor by a timer.',
    )
    return
  }
  const state = await readScrub(ctx)
  const isLate = state !== undefined && ctx.clock.now() - state.startedAt > 2 * scrubDays * DAY_MS
  const seen = state
    ? `${state.checked} items in the ${state.finishedAt === null ? 'pass under way' : 'last pass'}`
    : 'not yet'
  if (!isLate) yield ok('scrub', `stored data is compared in the background: ${seen}`)
  else
    yield warning(
      'scrub',
      `the last scrub is overdue: ${seen}`,
      'Raise OMEN_SCRUB_BYTES_PER_SECOND or OMEN_SCRUB_DAYS.',
    )
}
