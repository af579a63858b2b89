import { ingestKeys } from '../../schema/index.ts'
import type { IngestKey } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { digestOf } from '../digest.ts'
import { invalidField } from '../invalid-field.ts'

/** Prefix by which people and secret scanners recognise an ingest key. */
export const INGEST_KEY_PREFIX = 'omen_in_'
const HINT_LENGTH = 4

export interface IngestKeyRequest {
  readonly name: string
  readonly mayRead: boolean
  readonly expiresAt?: number | undefined
}

/** A key of a project that the caller owns. The secret is returned once; only its hash is stored. */
export async function createIngestKey(
  ctx: Context,
  sourceId: string,
  request: IngestKeyRequest,
): Promise<{ key: IngestKey; secret: string }> {
  if (request.expiresAt !== undefined && request.expiresAt <= ctx.clock.now())
    throw invalidField('expiresAt', 'must lie in the future', { rule: 'future' })
  return insertIngestKey(ctx, sourceId, request)
}

/** Also in the transaction that adds the project. */
export async function insertIngestKey(
  ctx: Pick<Context, 'db' | 'clock' | 'random'>,
  sourceId: string,
  { name, mayRead, expiresAt = undefined }: IngestKeyRequest,
): Promise<{ key: IngestKey; secret: string }> {
  const secret = `${INGEST_KEY_PREFIX}${ctx.random.secret()}`
  const key = {
    id: ctx.random.id(),
    name,
    hint: secret.slice(-HINT_LENGTH),
    mayRead,
    createdAt: ctx.clock.now(),
    expiresAt: expiresAt ?? null,
    lastUsedAt: null,
  }
  await ctx.db.insert(ingestKeys).values({ ...key, sourceId, secretHash: digestOf(secret) })
  return { key, secret }
}
