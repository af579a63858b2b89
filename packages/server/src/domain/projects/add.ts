import { defaultsOf } from '@omen/sdk/rules'
import { and, eq } from 'drizzle-orm'
import { accounts, projects, sources } from '../../schema/index.ts'
import type { DataType, IngestKey, Project, ProjectKind, ProjectModelType } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, type Locale } from '../errors.ts'
import { newHandle } from '../handle.ts'
import { insertIngestKey } from '../ingest-keys/index.ts'
import { findOwnProject } from './project-row.ts'
import { requireFreeName } from './require-free-name.ts'
import { toProject, toSamplingMs } from './to-wire.ts'

export interface ProjectRequest {
  readonly projectName: string
  readonly kind: ProjectKind
  readonly dataType: DataType
  /** Minutes. */
  readonly samplingInterval: number
  readonly timeZone?: string | undefined
  readonly retentionDays?: number | undefined
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
  readonly modelType?: ProjectModelType | undefined
  readonly retrainDays?: number | undefined
  readonly isDemo?: boolean
}

const DEFAULT_RETENTION_DAYS = 90
const DEFAULT_RETRAIN_DAYS = 1

/** Adds a project with its first ingest key, whose secret is returned once. */
export async function addProject(
  ctx: Context,
  caller: Caller,
  request: ProjectRequest,
  locale: Locale,
): Promise<{ sourceId: string; project: Project; key: IngestKey; secret: string }> {
  const { sourceId, result } = await insertProject(ctx, caller, request, (inside, id) =>
    insertIngestKey(inside, id, { name: 'first', mayRead: false }),
  )
  const row = await findOwnProject(ctx, caller, request.projectName)
  return { sourceId, project: await toProject(ctx, caller, row, locale), ...result }
}

/** Inserts a project, and what belongs to it by `insertMore`, all or nothing. */
export async function insertProject<T>(
  ctx: Context,
  caller: Caller,
  request: ProjectRequest,
  insertMore: (inside: Context, sourceId: string) => Promise<T>,
): Promise<{ sourceId: string; result: T }> {
  const timeZone = requireTimeZone(request.timeZone ?? (await ownTimeZone(ctx, caller)))
  const id = newHandle(ctx, 'pj')
  const defaults = defaultsOf(request.modelType)
  const result = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await requireFreeName(inside, caller, request.projectName)
    await requireRoom(inside, caller)
    await tx.insert(sources).values({
      id,
      ownerId: caller.accountId,
      kind: 'project',
      name: request.projectName,
      intervalMs: toSamplingMs(request.samplingInterval),
      createdAt: ctx.clock.now(),
    })
    await tx.insert(projects).values({
      sourceId: id,
      kind: request.kind,
      dataType: request.dataType,
      samplingMs: toSamplingMs(request.samplingInterval),
      timeZone,
      retentionDays: request.retentionDays ?? DEFAULT_RETENTION_DAYS,
      pvalue: request.pvalue ?? defaults.pvalue,
      cvalue: request.cvalue ?? defaults.cvalue,
      modelType: request.modelType ?? 'Holistic',
      retrainDays: request.retrainDays ?? DEFAULT_RETRAIN_DAYS,
      isDemo: request.isDemo ?? false,
    })
    return insertMore(inside, id)
  })
  return { sourceId: id, result }
}

async function requireRoom({ db, settings }: Context, caller: Caller): Promise<void> {
  const existing = await db.$count(sources, and(ownedBy(caller, sources.ownerId), eq(sources.kind, 'project')))
  if (existing < settings.maxProjects) return
  const message = `${existing} projects exist, and ${settings.maxProjects} may`
  throw new DomainError('TOO_MANY_PROJECTS', { details: [{ message }] })
}

async function ownTimeZone({ db }: Context, caller: Caller): Promise<string> {
  const [row] = await db.select({ timeZone: accounts.timeZone }).from(accounts).where(eq(accounts.id, caller.accountId))
  return row?.timeZone ?? 'UTC'
}
