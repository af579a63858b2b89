import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { datasets, detections, files, weights } from '../../schema/index.ts'
import type { DamageKind } from '../../schema/integrity.ts'
import type { Context } from '../context.ts'
import { markRepaired, reportDamage } from '../damage/index.ts'
import { type Condition, type VerifyOptions, verifyStored } from '../files/verify.ts'
import { describeWeights } from '../models/weights.ts'

/** Something stored that has a checksum, by the kind and id it has in the record of damage. */
export interface CheckedItem {
  readonly kind: DamageKind
  readonly id: string
}

const KINDS: readonly DamageKind[] = ['file', 'weights', 'dataset']
const IDS_AT_ONCE = 200

/** Everything with a checksum, in a stable order: by kind, then by id. Starts after the given item. */
export async function* storedItems(ctx: Pick<Context, 'db'>, after?: CheckedItem): AsyncGenerator<CheckedItem> {
  const first = after ? KINDS.indexOf(after.kind) : 0
  for (const kind of KINDS.slice(first)) {
    let last = after?.kind === kind ? after.id : ''
    for (let ids = await idsOf(ctx, kind, last); ids.length > 0; ids = await idsOf(ctx, kind, last)) {
      for (const id of ids) yield { kind, id }
      last = ids.at(-1)!
    }
  }
}

async function idsOf({ db }: Pick<Context, 'db'>, kind: DamageKind, after: string): Promise<string[]> {
  const whole = inArray(files.state, ['stored', 'parsed', 'refused'])
  const rows = await {
    file: () =>
      db
        .select({ id: files.id })
        .from(files)
        .where(and(whole, gt(files.id, after)))
        .orderBy(asc(files.id))
        .limit(IDS_AT_ONCE),
    weights: () =>
      db
        .select({ id: weights.handle })
        .from(weights)
        .where(gt(weights.handle, after))
        .orderBy(asc(weights.handle))
        .limit(IDS_AT_ONCE),
    dataset: () =>
      db
        .select({ id: datasets.id })
        .from(datasets)
        .where(and(eq(datasets.state, 'ready'), gt(datasets.id, after)))
        .orderBy(asc(datasets.id))
        .limit(IDS_AT_ONCE),
  }[kind]()
  return rows.map(({ id }) => id)
}

/** Compares an item with its checksum; undefined where it was deleted meanwhile. */
export async function checkItem(
  ctx: Context,
  { kind, id }: CheckedItem,
  options: VerifyOptions = {},
): Promise<Condition | undefined> {
  if (kind === 'file') return checkFile(ctx, id, options)
  return kind === 'weights' ? checkWeights(ctx, id, options) : checkDataset(ctx, id, options)
}

async function checkFile(ctx: Context, id: string, options: VerifyOptions): Promise<Condition | undefined> {
  const [row] = await ctx.db.select().from(files).where(eq(files.id, id))
  if (!row || row.state === 'expired') return undefined
  const { bytes, sha256 } = row
  return (await verifyStored(ctx, { kind: 'file', handle: id, bytes, sha256 }, options)).condition
}

/** Weights stored before checksums existed get theirs here; their present content becomes the reference. */
async function checkWeights(ctx: Context, handle: string, options: VerifyOptions): Promise<Condition | undefined> {
  const [row] = await ctx.db.select().from(weights).where(eq(weights.handle, handle))
  if (!row) return undefined
  const { condition, sha256 } = await verifyStored(ctx, { kind: 'blob', ...row }, options)
  if (condition === 'intact' && row.sha256 === null)
    await ctx.db.update(weights).set({ sha256: sha256! }).where(eq(weights.handle, handle))
  return condition
}

async function checkDataset(ctx: Context, id: string, { onBytes }: VerifyOptions): Promise<Condition | undefined> {
  const [row] = await ctx.db.select().from(datasets).where(eq(datasets.id, id))
  if (!row) return undefined
  try {
    await ctx.points.verify(id)
    await onBytes?.((row.storedRows ?? row.rows) * BYTES_PER_STORED_ROW)
    return 'intact'
  } catch (error) {
    if (error instanceof DatasetDamagedError) return 'changed'
    throw error
  }
}

/** About what a point takes in memory while it is compared. */
const BYTES_PER_STORED_ROW = 16

/** Records the result and returns the item's name; nothing is recorded for a deleted item. */
export async function recordCondition(
  ctx: Context,
  item: CheckedItem,
  condition: Condition | undefined,
): Promise<string | undefined> {
  if (condition === undefined || condition === 'intact') {
    await markRepaired(ctx, item.kind, item.id)
    return undefined
  }
  const about = await describe(ctx, item)
  const isDamaged = await reportDamage(ctx, { ...item, ...about, reason: condition })
  return isDamaged ? about.name : undefined
}

async function describe(ctx: Context, { kind, id }: CheckedItem): Promise<{ name: string; ownerId: string | null }> {
  if (kind === 'weights') return describeWeights(ctx, id)
  const fields = { name: files.uploadFileName, ownerId: files.ownerId }
  const [file] = await ctx.db
    .select(fields)
    .from(files)
    .where(kind === 'file' ? eq(files.id, id) : eq(files.datasetId, id))
    .limit(1)
  if (file || kind === 'file') return file ?? { name: id, ownerId: null }
  const [detection] = await ctx.db
    .select({ name: detections.uploadFileName, ownerId: detections.ownerId })
    .from(detections)
    .where(or(eq(detections.pointsId, id), eq(detections.scoresId, id)))
    .limit(1)
  return detection ?? { name: id, ownerId: null }
}
