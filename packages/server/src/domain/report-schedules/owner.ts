import { eq } from 'drizzle-orm'
import { accounts } from '../../schema/index.ts'
import { allScopes, type Caller, type Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findReadableSource, listReadableProjects, type ProjectRow } from '../projects/index.ts'
import type { ScheduleRow } from './schedule-row.ts'

export type Access =
  | { readonly kind: 'reads'; readonly projects: readonly ProjectRow[]; readonly isOne: boolean }
  | { readonly kind: 'stops'; readonly text: string }

/** What the owner of a schedule may read of it now; a reason to stop where that is not all that it names. */
export async function readAccess(ctx: Context, { ownerId, projects, locale }: ScheduleRow): Promise<Access> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ownerId))
  const words = texts[locale]
  if (account === undefined || account.closedAt !== null) return { kind: 'stops', text: words.closed }
  const caller: Caller = {
    ...{ accountId: ownerId, userName: account.userName, role: account.role },
    ...{ via: 'session', scopes: allScopes, credentialId: '' },
  }
  if (projects === null) return { kind: 'reads', projects: await listReadableProjects(ctx, caller), isOne: false }
  const rows: ProjectRow[] = []
  for (const { sourceId, name } of projects) {
    const row = await findReadableSource(ctx, caller, sourceId)
    if (row === undefined) return { kind: 'stops', text: words.lost(name) }
    rows.push(row)
  }
  return { kind: 'reads', projects: rows, isOne: rows.length === 1 }
}

const texts: Readonly<Record<Locale, { readonly closed: string; lost(name: string): string }>> = {
  en: {
    closed: 'The account of this schedule is closed.',
    lost: (name) => `The project ${name} was removed, or is no longer shared with you. Add a new schedule without it.`,
  },
  'zh-CN': {
    closed: '此计划所属的账号已关闭。',
    lost: (name) => `项目 ${name} 已被移除，或不再与您共享。请新建不含该项目的计划。`,
  },
}
