import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { accounts, members, postMortemTemplates, sources } from '../../../schema/index.ts'
import type { PostMortemTemplate } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { DomainError, type Locale, notFound } from '../../errors.ts'
import { builtInTemplate } from './built-in.ts'

const MAX_TEMPLATES = 50

/** The built-in one, one's own, and those of the owners of projects that are shared with the caller. */
export async function listTemplates(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  locale: Locale,
): Promise<PostMortemTemplate[]> {
  const owners = db
    .select({ id: sources.ownerId })
    .from(members)
    .innerJoin(sources, eq(sources.id, members.sourceId))
    .where(and(eq(members.accountId, caller.accountId), eq(sources.kind, 'project')))
  const isReadable = or(eq(postMortemTemplates.ownerId, caller.accountId), inArray(postMortemTemplates.ownerId, owners))
  const rows = await db
    .select({ template: postMortemTemplates, owner: accounts.userName })
    .from(postMortemTemplates)
    .innerJoin(accounts, eq(accounts.id, postMortemTemplates.ownerId))
    .where(isReadable)
    .orderBy(asc(sql`lower(${postMortemTemplates.name})`), asc(postMortemTemplates.id))
    .limit(500)
  return [
    builtInTemplate(locale),
    ...rows.map(({ template: { id, name, text, ownerId }, owner }) => {
      return { id, name, text, owner, mine: ownerId === caller.accountId, isBuiltIn: false }
    }),
  ]
}

/** Saves a template of the caller in place of one of the same name. */
export async function saveTemplate(
  { db, random }: Pick<Context, 'db' | 'random'>,
  caller: Caller,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<PostMortemTemplate> {
  const ownerId = caller.accountId
  const row = await db.transaction(async (tx) => {
    await tx.select().from(accounts).where(eq(accounts.id, ownerId)).for('update')
    const isOwn = eq(postMortemTemplates.ownerId, ownerId)
    const isNamed = and(isOwn, sql`lower(${postMortemTemplates.name}) = lower(${name})`)
    const [known] = await tx.update(postMortemTemplates).set({ name, text }).where(isNamed).returning()
    if (known !== undefined) return known
    if ((await tx.$count(postMortemTemplates, isOwn)) >= MAX_TEMPLATES)
      throw new DomainError('CONFLICT', { message: TOO_MANY })
    const id = `pt_${random.secret(9)}`
    const [made] = await tx.insert(postMortemTemplates).values({ id, ownerId, name, text }).returning()
    return made!
  })
  return { id: row.id, name: row.name, text: row.text, owner: caller.userName, mine: true, isBuiltIn: false }
}

/** Deletes a template of the caller; texts made with it stay. */
export async function deleteTemplate({ db }: Pick<Context, 'db'>, caller: Caller, id: string): Promise<void> {
  const isOwn = and(eq(postMortemTemplates.id, id), eq(postMortemTemplates.ownerId, caller.accountId))
  const gone = await db.delete(postMortemTemplates).where(isOwn).returning({ id: postMortemTemplates.id })
  if (gone.length === 0) throw notFound('template')
}

const TOO_MANY = {
  en: `There are ${MAX_TEMPLATES} templates already. Delete one first.`,
  'zh-CN': `已有 ${MAX_TEMPLATES} 个模板，请先删除一个。`,
}
