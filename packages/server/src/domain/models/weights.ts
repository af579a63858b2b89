import { eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import type { SealedFile } from '../../ports/file-store.ts'
import { detections, models, modelVersions, weights } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { type Damaged, dataDamaged, reportDamage } from '../damage/index.ts'
import { damageIn } from '../files/verify.ts'

type WeightsContext = Pick<Context, 'db' | 'files' | 'clock' | 'log'>

export async function keepWeights(db: Database, handle: string, { bytes, sha256 }: SealedFile): Promise<void> {
  await db.insert(weights).values({ handle, bytes, sha256 })
}

/** Verified by checksum on every load: changed weights would silently give wrong scores. */
export async function readWeights(ctx: WeightsContext, handle: string): Promise<Uint8Array<ArrayBuffer>> {
  const [known] = await ctx.db.select().from(weights).where(eq(weights.handle, handle))
  const bytes = await readOrReport(ctx, handle)
  const isRight =
    known === undefined ||
    (known.bytes === bytes.length && (known.sha256 === null || known.sha256 === (await sha256Of(bytes))))
  if (!isRight) throw await damaged(ctx, handle, 'changed')
  return bytes
}

async function readOrReport(ctx: WeightsContext, handle: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await ctx.files.readBlob(handle)
  } catch (error) {
    const reason = damageIn(error)
    if (reason) throw await damaged(ctx, handle, reason, error)
    throw error
  }
}

async function damaged(ctx: WeightsContext, handle: string, reason: Damaged['reason'], cause?: unknown) {
  const { name, ownerId } = await describeWeights(ctx, handle)
  await reportDamage(ctx, { kind: 'weights', id: handle, name, ownerId, reason })
  return dataDamaged('weights', name, reason, cause)
}

/** Owner and name of the weights; for a deleted model they come from a detection. */
export async function describeWeights(
  ctx: Pick<Context, 'db'>,
  handle: string,
): Promise<{ name: string; ownerId: string | null }> {
  const [version] = await ctx.db
    .select({ ownerId: models.ownerId, modelName: models.modelName, version: modelVersions.version })
    .from(modelVersions)
    .innerJoin(models, eq(models.id, modelVersions.modelId))
    .where(eq(modelVersions.weightsHandle, handle))
    .limit(1)
  if (version) return { name: `${version.modelName} v${version.version}`, ownerId: version.ownerId }
  const { ownerId, modelName, modelVersion } = detections
  const [detection] = await ctx.db
    .select({ ownerId, modelName, modelVersion })
    .from(detections)
    .where(eq(detections.weightsHandle, handle))
    .limit(1)
  if (!detection) return { name: handle, ownerId: null }
  return { name: `${detection.modelName} v${detection.modelVersion}`, ownerId: detection.ownerId }
}

/** Hashed off the event loop, since weights may have tens of megabytes. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
