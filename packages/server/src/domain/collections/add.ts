import { connectorsOf } from '@omen/sdk/connectors'
import { collections } from '../../schema/index.ts'
import type { DataType, Project, ProjectKind } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findOwnProject, insertProject, type ProjectRequest, toProject, toSamplingMs } from '../projects/index.ts'
import { newBackfill } from './backfill.ts'
import { COLLECTION_CHANNEL } from './channel.ts'
import { type GivenBody, storedFields, withKeyFile } from './connection.ts'
import { sealSecrets } from './connection-row.ts'
import { dropKeyFile } from './key-file.ts'
import { connectorOf, readFields } from './read-fields.ts'
import { requireFreshSecrets } from './require-fresh-secrets.ts'
import { requireConnection, type TestResult, testConnection } from './test-connection.ts'

export interface FetchingRequest extends Omit<ProjectRequest, 'isDemo' | 'kind' | 'dataType'> {
  readonly dataType?: DataType | undefined
  readonly source?: string | undefined
  readonly backfillDays?: number | undefined
}

/** Adds a project that fetches, once a test has shown that it can. It begins with the step before this moment. */
export async function addFetchingProject(
  ctx: Context,
  caller: Caller,
  kind: ProjectKind,
  body: FetchingBody,
  locale: Locale,
): Promise<Project> {
  const { project, connection } = splitBody(body)
  const connector = connectorOf(kind, project.source)
  const dataType = project.dataType ?? (kind === 'log' ? 'Log' : 'Metric')
  const given = await withKeyFile(ctx, caller, connection)
  const fields = readFields({ connector, dataType, given })
  const stepMs = toSamplingMs(project.samplingInterval)
  await requireConnection(ctx, fields, stepMs)
  const { source: _, backfillDays, ...request } = project
  const { sourceId } = await insertProject(ctx, caller, { ...request, kind, dataType }, async ({ db, clock }, id) => {
    const now = clock.now()
    const collectedTo = Math.floor(now / stepMs) * stepMs - stepMs
    await db.insert(collections).values({
      sourceId: id,
      connector,
      settings: { ...fields.settings },
      secrets: sealSecrets(ctx, id, fields.secrets),
      collectedTo,
      nextAt: now,
      backfillNextAt: now,
      ...(backfillDays !== undefined && newBackfill(now, collectedTo, backfillDays)),
    })
  })
  await dropKeyFile(ctx, caller, connection.filename)
  await ctx.notifications.publish(COLLECTION_CHANNEL, sourceId)
  return toProject(ctx, caller, await findOwnProject(ctx, caller, project.projectName), locale)
}

/** What belongs to the project, and what to its connection. */
function splitBody(body: FetchingBody): { project: FetchingRequest; connection: GivenBody } {
  const { projectName, samplingInterval, timeZone, retentionDays, pvalue, cvalue, modelType, retrainDays, ...others } =
    body
  const { dataType, source, backfillDays, ...connection } = others
  const detection = { pvalue, cvalue, modelType, retrainDays }
  const settings = { projectName, samplingInterval, timeZone, retentionDays, ...detection }
  return { project: { ...settings, dataType, source, backfillDays }, connection }
}

/** As an operation takes it: the fields of the connection beside those of the project. */
export type FetchingBody = FetchingRequest & GivenBody

export interface TryRequest {
  readonly kind: ProjectKind
  readonly source?: string | undefined
  readonly projectName?: string | undefined
  readonly samplingInterval?: number | undefined
  readonly dataType?: DataType | undefined
  readonly search?: string | undefined
}

/** Tries a connection, or a change of the one of a project; keeps nothing. */
export async function tryConnection(
  ctx: Context,
  caller: Caller,
  { kind, source, projectName, samplingInterval = 1, search = '', ...request }: TryRequest,
  body: GivenBody,
): Promise<TestResult> {
  const given = await withKeyFile(ctx, caller, body)
  const before = projectName === undefined ? undefined : await storedFields(ctx, caller, projectName)
  const connector = before?.connector ?? connectorOf(kind, source)
  if (!connectorsOf(kind).includes(connector))
    throw invalidField('kind', 'is not that of the project', { rule: 'wrong' })
  const dataType = before?.dataType ?? request.dataType ?? (kind === 'log' ? 'Log' : 'Metric')
  const fields = readFields({ connector, dataType, given, before, isTest: true })
  if (before) requireFreshSecrets(before, fields, given)
  return testConnection(ctx, fields, { stepMs: toSamplingMs(samplingInterval), search })
}
