import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import { findJobOfRequest, type JobRow, requestStillAtWork } from '../domain/jobs/index.ts'
import { idempotentAnswers } from '../schema/index.ts'
import { startDigest } from './body-digest.ts'
import { readParts } from './multipart.ts'
import type { OperationHandler, OperationId } from './operation.ts'
import { answerJob } from './routes/jobs.ts'
import type { SpecEntry } from './spec.ts'

type AnyAnswer = Awaited<ReturnType<OperationHandler<OperationId>>>
type AnyInput = Parameters<OperationHandler<OperationId>>[0]

const KEPT_MS = 24 * 3_600_000
/** A first request that takes longer than this has died with its server. */
const ABANDONED_MS = 10 * 60_000

interface Work {
  entry: SpecEntry
  input: AnyInput
  handle: (ctx: Context) => Promise<AnyAnswer>
}

interface Claim {
  id: string
  accountId: string
  fingerprint: string
  /** Tells this claim from a later one of the same key. */
  createdAt: number
}

/** Runs the work once per Idempotency-Key, and returns the stored answer to a repeated request. */
export async function answerOnce(ctx: Context, work: Work): Promise<AnyAnswer> {
  const key = (work.input.header as { 'Idempotency-Key'?: string })['Idempotency-Key']
  const caller = work.input.request.caller
  if (key === undefined || caller === null) return work.handle(ctx)
  const { request } = work.input
  // A form is known before the work, a multipart body only when all of it has been read.
  const { id: operation } = work.entry
  const body: unknown = work.input.body
  const digest = body === undefined ? startDigest(request, (field) => !mayDiffer(operation, field)) : undefined
  const fingerprint = (): string =>
    hash(request.url, digest?.hex() ?? JSON.stringify(repeatableFields(operation, body as object)))
  const id = hash(caller.accountId, operation, key)
  const claim = { id, accountId: caller.accountId, fingerprint: fingerprint(), createdAt: ctx.clock.now() }
  const earlier = await claimOrFind(ctx, claim)
  if (earlier) {
    if (digest) await discardParts(request)
    if (earlier.fingerprint !== fingerprint()) throw new DomainError('IDEMPOTENCY_MISMATCH')
    return replay(work.input, earlier, key)
  }
  try {
    const made = await findJobOfRequest(ctx, claim.id, claim.createdAt - KEPT_MS)
    if (made && digest) await discardParts(request)
    if (made && made.requestFingerprint !== fingerprint()) throw new DomainError('IDEMPOTENCY_MISMATCH')
    const answer = made
      ? await answerAgain(work.input, made)
      : await work.handle({ ...ctx, claim: { id, fingerprint } })
    const { statusCode: status } = work.input.reply
    await keep(ctx, { ...claim, fingerprint: fingerprint(), status, sealedBody: seal(key, answer) })
    return answer
  } catch (error) {
    // What a failed request left behind it can be repeated upon, so the key may be used again.
    await ctx.db.delete(idempotentAnswers).where(isHeldBy(claim))
    throw error
  }
}

/**
 * Fields that differ where a step that publishes is run again: the time by then, and the detection that it made anew.
 * Two requests with one Idempotency-Key that differ in nothing else are the same.
 */
const UNREPEATABLE: Partial<Record<OperationId, readonly string[]>> = {
  publishDataFile: ['detectionId', 'expiresAt'],
  publishDataProject: ['from', 'to', 'expiresAt'],
}

/** Whether two requests with the same Idempotency-Key may differ in a field. */
function mayDiffer(operation: OperationId, field: string): boolean {
  return UNREPEATABLE[operation]?.includes(field) ?? false
}

/** What a repeated request has to have in common with the first; an interval still has to be as long. */
function repeatableFields(operation: OperationId, body: object): object {
  const same = Object.entries(body).filter(([field]) => !mayDiffer(operation, field))
  const { from, to } = body as { from?: unknown; to?: unknown }
  const isShifted = mayDiffer(operation, 'from') && typeof from === 'number' && typeof to === 'number'
  return { ...Object.fromEntries(same), ...(isShifted && { spanMs: to - from }) }
}

async function claimOrFind(ctx: Context, claim: Claim): Promise<typeof idempotentAnswers.$inferSelect | null> {
  const [claimed] = await ctx.db.insert(idempotentAnswers).values(claim).onConflictDoNothing().returning()
  if (claimed) return null
  const [earlier] = await ctx.db.select().from(idempotentAnswers).where(eq(idempotentAnswers.id, claim.id))
  if (!earlier || claim.createdAt - earlier.createdAt > (earlier.status === null ? ABANDONED_MS : KEPT_MS))
    return takeOver(ctx, claim, earlier)
  if (earlier.status === null) throw requestStillAtWork()
  return earlier
}

async function takeOver(ctx: Context, claim: Claim, old: { createdAt: number } | undefined): Promise<null> {
  const taken = await ctx.db
    .update(idempotentAnswers)
    .set({ ...claim, status: null, sealedBody: null })
    .where(isHeldBy({ id: claim.id, createdAt: old?.createdAt ?? 0 }))
    .returning()
  if (taken.length === 0) throw requestStillAtWork()
  return null
}

/** The server died, or failed, after the job was made and before its answer was kept. */
async function answerAgain(input: AnyInput, job: JobRow): Promise<AnyAnswer> {
  input.reply.header('Idempotency-Replayed', 'true')
  const prefer = (input.header as { Prefer?: string }).Prefer
  const answer: unknown = await answerJob({ ...input, caller: input.request.caller! }, job, prefer)
  return answer as AnyAnswer
}

async function discardParts(request: AnyInput['request']): Promise<void> {
  for await (const _ of readParts(request));
}

async function keep(ctx: Context, answered: Claim & { status: number; sealedBody: string }): Promise<void> {
  await ctx.db.update(idempotentAnswers).set(answered).where(isHeldBy(answered))
}

/** A request that was given up, and ends after all, must not touch the claim of the one that took over. */
function isHeldBy({ id, createdAt }: Pick<Claim, 'id' | 'createdAt'>) {
  return and(eq(idempotentAnswers.id, id), eq(idempotentAnswers.createdAt, createdAt))
}

function replay(input: AnyInput, earlier: typeof idempotentAnswers.$inferSelect, key: string): AnyAnswer {
  input.reply.code(earlier.status!).header('Idempotency-Replayed', 'true')
  return open(key, earlier.sealedBody!)
}

function hash(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function seal(key: string, answer: AnyAnswer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secretOf(key), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer ?? null)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

function open(key: string, text: string): AnyAnswer {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', secretOf(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
}

function secretOf(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'omen', 'idempotent answer', 32))
}
