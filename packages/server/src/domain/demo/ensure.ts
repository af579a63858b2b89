import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { and, eq } from 'drizzle-orm'
import { accounts, detections, models } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { ALL_SCOPES } from '../context.ts'
import { startDetection } from '../detections/index.ts'
import { storeFile } from '../files/index.ts'
import { worksAlone } from '../instance.ts'
import { getJob } from '../jobs/index.ts'
import { startTraining } from '../models/index.ts'
import { runLiveShop } from './live-shop.ts'

const samples = fileURLToPath(new URL('../../../../../samples/data/', import.meta.url))
const TRAINING_FILE = 'shop-training.csv'
const TEST_FILE = 'shop-test.csv'
const KNOWN_ABNORMAL = 'shop-known-abnormal.csv'
const MODEL_NAME = 'shop'
/** The type that finds all of the sample's faults: some are jumps of one series, others only show in combination. */
const MODEL_TYPE = 'Hybrid'
const PATIENCE_MS = 600_000

/**
 * Makes the demo where the settings want one: a trained model with a detection, and the shop that runs in real time, on a
 * server that has its database for itself. Returns a function that stops the shop.
 */
export async function ensureDemo(ctx: Context): Promise<() => Promise<void>> {
  const nothing = async (): Promise<void> => undefined
  if (!ctx.settings.demo) return nothing
  const owner = await firstAdmin(ctx)
  if (!owner || !(await hasSamples(ctx))) return nothing
  await ensureFileDemo(ctx, owner)
  return ctx.settings.liveDemo && worksAlone(ctx) ? runLiveShop(ctx, owner) : nothing
}

/**
 * Trains and detects the demo through the same functions as any file, owned by the first admin and readable by every account.
 * Does nothing if it exists; resumes if a server died while creating it.
 */
async function ensureFileDemo(ctx: Context, owner: Caller): Promise<void> {
  if (await hasDetection(ctx)) return
  if (!(await hasModel(ctx))) await train(ctx, owner)
  const detection = await startDetection(ctx, owner, {
    ...(await storeSample(ctx, owner, TEST_FILE)),
    modelName: MODEL_NAME,
    modelType: MODEL_TYPE,
    isDemo: true,
  })
  await done(ctx, owner, detection.id)
  ctx.log.info('the demo is ready')
}

async function train(ctx: Context, owner: Caller): Promise<void> {
  const job = await startTraining(ctx, owner, {
    ...(await storeSample(ctx, owner, TRAINING_FILE)),
    filenameFilter: (await storeSample(ctx, owner, KNOWN_ABNORMAL)).filename,
    modelName: MODEL_NAME,
    modelType: MODEL_TYPE,
    isDemo: true,
  })
  await done(ctx, owner, job.id)
}

async function storeSample(ctx: Context, owner: Caller, name: string) {
  const file = await storeFile(ctx, owner, { uploadFileName: name, source: createReadStream(join(samples, name)) })
  return { filename: file.id, uploadFileName: name }
}

async function done(ctx: Context, owner: Caller, jobId: string): Promise<void> {
  const job = await getJob(ctx, owner, jobId, PATIENCE_MS)
  if (job.state !== 'done') throw new Error(`the demo's ${job.kind} ended as ${job.state}: ${job.error?.message}`)
}

async function hasDetection(ctx: Context): Promise<boolean> {
  const found = await ctx.db.select({ id: detections.id }).from(detections).where(eq(detections.isDemo, true)).limit(1)
  return found.length > 0
}

async function hasModel(ctx: Context): Promise<boolean> {
  const found = await ctx.db
    .select({ live: models.liveVersion })
    .from(models)
    .where(and(eq(models.isDemo, true), eq(models.modelType, MODEL_TYPE)))
  return found.some((model) => model.live !== null)
}

export async function firstAdmin(ctx: Context): Promise<Caller | undefined> {
  const [admin] = await ctx.db
    .select()
    .from(accounts)
    .where(eq(accounts.role, 'admin'))
    .orderBy(accounts.createdAt)
    .limit(1)
  return (
    admin && {
      accountId: admin.id,
      userName: admin.userName,
      role: 'admin',
      via: 'session',
      scopes: ALL_SCOPES,
      credentialId: '',
    }
  )
}

async function hasSamples(ctx: Context): Promise<boolean> {
  try {
    await Promise.all([TRAINING_FILE, TEST_FILE, KNOWN_ABNORMAL].map((name) => access(join(samples, name))))
    return true
  } catch {
    ctx.log.warn({ folder: samples }, 'the demo was not created, since its samples are missing')
    return false
  }
}
