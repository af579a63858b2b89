import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import { collections } from '../../schema/index.ts'
import type { Connection, DataType } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, type Locale } from '../errors.ts'
import { findOwnProject } from '../projects/index.ts'
import { type BackfillAction, changeBackfill } from './backfill.ts'
import { COLLECTION_CHANNEL } from './channel.ts'
import { findCollection } from './collect-live.ts'
import { type CollectionRow, openConnection, sealSecrets } from './connection-row.ts'
import { requestField } from './connectors.ts'
import { dropKeyFile, readKeyFile } from './key-file.ts'
import { readFields } from './read-fields.ts'
import { requireFreshSecrets } from './require-fresh-secrets.ts'
import { requireConnection } from './test-connection.ts'
import { toCollection } from './to-wire.ts'

export type GivenBody = Readonly<Record<string, unknown>> & { readonly filename?: string | undefined }

/** The fields of a body with the text of its key file in the place of the file's handle. */
export async function withKeyFile(
  ctx: Context,
  caller: Caller,
  { filename, ...given }: GivenBody,
): Promise<Readonly<Record<string, unknown>>> {
  return filename === undefined ? given : { ...given, serviceAccount: await readKeyFile(ctx, caller, filename) }
}

async function requireCollection(ctx: Context, caller: Caller, projectName: string) {
  const row = await findOwnProject(ctx, caller, projectName)
  const collection = await findCollection(ctx, row.source.id)
  if (collection) return { ...row, collection }
  const message = {
    en: 'This project is sent its data; it fetches nothing.',
    'zh-CN': '该项目的数据由外部发送，不主动采集。',
  }
  throw new DomainError('CONFLICT', { message })
}

/** Without secrets where they cannot be opened any more: they can be entered again. */
function readableFields(ctx: Context, row: CollectionRow, dataType: DataType): ConnectionFields {
  try {
    return openConnection(ctx, row, dataType)
  } catch (error) {
    if (error instanceof CollectorError)
      return { connector: row.connector, dataType, settings: row.settings, secrets: {} }
    throw error
  }
}

function toConnection(projectName: string, row: CollectionRow, fields: ConnectionFields, locale: Locale): Connection {
  return {
    projectName,
    collection: toCollection(row, locale),
    settings: { ...fields.settings },
    secrets: Object.keys(fields.secrets).sort(),
  }
}

/** Only its owner may see how a project fetches. */
export async function getConnection(
  ctx: Context,
  caller: Caller,
  projectName: string,
  locale: Locale,
): Promise<Connection> {
  const { source, project, collection } = await requireCollection(ctx, caller, projectName)
  return toConnection(source.name, collection, readableFields(ctx, collection, project.dataType), locale)
}

/** The fields of a project's connection, secrets included: for whoever tries a change of it. */
export async function storedFields(ctx: Context, caller: Caller, projectName: string): Promise<ConnectionFields> {
  const { project, collection } = await requireCollection(ctx, caller, projectName)
  return readableFields(ctx, collection, project.dataType)
}

/** Changes keys or what is fetched once a test has shown that it works. What was fetched stays, and so does how far it has come. */
export async function changeConnection(
  ctx: Context,
  caller: Caller,
  { projectName, dryRun = false, ...body }: GivenBody & { readonly projectName: string; readonly dryRun?: boolean },
  locale: Locale,
): Promise<{ connection: Connection; changes: string[] }> {
  const { source, project, collection } = await requireCollection(ctx, caller, projectName)
  const before = readableFields(ctx, collection, project.dataType)
  const given = await withKeyFile(ctx, caller, body)
  const fields = readFields({ connector: collection.connector, dataType: project.dataType, given, before })
  requireFreshSecrets(before, fields, given)
  const changes = changedFields(before, fields)
  if (dryRun) return { connection: toConnection(source.name, collection, before, locale), changes }
  await requireConnection(ctx, fields, project.samplingMs)
  const [row] = await ctx.db
    .update(collections)
    .set({
      settings: { ...fields.settings },
      secrets: sealSecrets(ctx, source.id, fields.secrets),
      revision: sql`${collections.revision} + 1`,
      nextAt: ctx.clock.now(),
      backfillNextAt: ctx.clock.now(),
    })
    .where(eq(collections.sourceId, source.id))
    .returning()
  await dropKeyFile(ctx, caller, body.filename)
  await ctx.notifications.publish(COLLECTION_CHANNEL, source.id)
  return { connection: toConnection(source.name, row!, fields, locale), changes }
}

/** Names of the fields whose values differ, as requests name them. */
function changedFields(before: ConnectionFields, after: ConnectionFields): string[] {
  const [old, fresh]: Record<string, unknown>[] = [
    { ...before.settings, ...before.secrets },
    { ...after.settings, ...after.secrets },
  ]
  const names = new Set([...Object.keys(old!), ...Object.keys(fresh!)])
  return [...names]
    .filter((name) => !isDeepStrictEqual(old![name], fresh![name]))
    .map(requestField)
    .sort()
}

export async function changeProjectBackfill(
  ctx: Context,
  caller: Caller,
  { projectName, action, days }: { projectName: string; action: BackfillAction; days?: number | undefined },
  locale: Locale,
): Promise<Connection> {
  const { source, project, collection } = await requireCollection(ctx, caller, projectName)
  const changed = await changeBackfill(ctx, collection, { action, days, stepMs: project.samplingMs })
  return toConnection(source.name, changed, readableFields(ctx, changed, project.dataType), locale)
}
