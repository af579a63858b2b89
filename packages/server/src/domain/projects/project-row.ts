import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts, collections, members, models, modelVersions, projects, sources } from '../../schema/index.ts'
import type { LearnedModel } from '../../schema/wire-types.ts'
import { ownedBy, readable } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'

/** A project with its source, the account name of its owner, and the model that it has learned. */
export interface ProjectRow {
  readonly project: typeof projects.$inferSelect
  readonly source: typeof sources.$inferSelect
  readonly owner: string
  readonly model: LearnedModel | null
  /** Null for one that is sent to. */
  readonly collection: typeof collections.$inferSelect | null
}

/** So many shared projects are named at most to whoever left the owner out. */
const MAX_SUGGESTED = 3

const isThere = isNull(projects.removedAt)

/** Projects that the caller may read. */
export function readableProjects(caller: Caller): SQL {
  const columns = { sourceId: sources.id, ownerId: sources.ownerId, isDemo: projects.isDemo }
  return and(isThere, readable(caller, columns))!
}

export function selectProjects(db: Database) {
  return db
    .select({
      project: projects,
      source: sources,
      owner: accounts.userName,
      model: learnedModel,
      collection: collections,
    })
    .from(projects)
    .innerJoin(sources, eq(sources.id, projects.sourceId))
    .innerJoin(accounts, eq(accounts.id, sources.ownerId))
    .leftJoin(collections, eq(collections.sourceId, projects.sourceId))
    .leftJoin(models, eq(models.id, projects.modelId))
    .leftJoin(modelVersions, and(eq(modelVersions.modelId, models.id), eq(modelVersions.version, models.liveVersion)))
}

const { version, trainedFrom, trainedTo } = modelVersions
const learnedModel = sql<LearnedModel | null>`case when ${version} is not null then jsonb_build_object(
  'modelName', ${models.modelName}, 'modelType', ${models.modelType}, 'version', ${version},
  'trainedFrom', ${trainedFrom}, 'trainedTo', ${trainedTo}) end`

/** `name`, or `name@owner`; without an owner the caller's own. Case does not matter. */
function named(caller: Caller, text: string): SQL {
  const [name = '', owner] = text.split('@', 2)
  const isMeant = owner === undefined ? ownedBy(caller, sources.ownerId) : sameText(accounts.userName, owner)
  return and(sameText(sources.name, name), isMeant)!
}

function sameText(column: typeof sources.name | typeof accounts.userName, text: string): SQL {
  return sql`lower(${column}) = lower(${text})`
}

/** A project that the caller may read; one of somebody else is indistinguishable from one that does not exist. */
export async function findReadableProject(ctx: Pick<Context, 'db'>, caller: Caller, name: string): Promise<ProjectRow> {
  const [row] = await selectProjects(ctx.db).where(and(named(caller, name), readableProjects(caller)))
  if (!row) throw await notFoundByName(ctx, caller, name)
  return row
}

/** Says how a project of that name that is shared with the caller is called in requests. */
async function notFoundByName({ db }: Pick<Context, 'db'>, caller: Caller, name: string): Promise<DomainError> {
  const shared = name.includes('@')
    ? []
    : await selectProjects(db)
        .where(and(sameText(sources.name, name), readableProjects(caller)))
        .orderBy(accounts.userName)
        .limit(MAX_SUGGESTED)
  if (shared.length === 0) return notFound('project')
  const names = shared.map(({ source, owner }) => `${source.name}@${owner}`)
  return new DomainError('NOT_FOUND', {
    message: {
      en: `None of your projects is called so. There is ${names.join(', ')}.`,
      'zh-CN': `您没有这个名称的项目。有 ${names.join('、')}。`,
    },
  })
}

/** The same by its source, whatever it is called now; undefined where it is gone. */
export async function findReadableSource(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  sourceId: string,
): Promise<ProjectRow | undefined> {
  const [row] = await selectProjects(ctx.db).where(and(eq(sources.id, sourceId), readableProjects(caller)))
  return row
}

/** A project of the caller. To a member, who knows of it, what only the owner may do is forbidden. */
export async function findOwnProject(ctx: Pick<Context, 'db'>, caller: Caller, name: string): Promise<ProjectRow> {
  const row = await findReadableProject(ctx, caller, name)
  if (row.source.ownerId !== caller.accountId) throw new DomainError('FORBIDDEN', { message: OWNER_ONLY })
  return row
}

const OWNER_ONLY = { en: 'Only the owner of the project may do this.', 'zh-CN': '只有项目的所有者可以执行此操作。' }

/** The account names of the members, sorted. */
export async function readMemberNames(db: Database, sourceId: string): Promise<string[]> {
  const rows = await db
    .select({ userName: accounts.userName })
    .from(members)
    .innerJoin(accounts, eq(accounts.id, members.accountId))
    .where(eq(members.sourceId, sourceId))
    .orderBy(sql`lower(${accounts.userName})`)
  return rows.map(({ userName }) => userName)
}

/** All projects that the caller may read. */
export async function listReadableProjects({ db }: Pick<Context, 'db'>, caller: Caller): Promise<ProjectRow[]> {
  return selectProjects(db).where(readableProjects(caller))
}
