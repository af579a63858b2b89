import { email } from '@omen/sdk/rules'
import { eq } from 'drizzle-orm'
import { accounts, reportSchedules } from '../../schema/index.ts'
import type { ReportPeriod, ReportSchedule } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, type Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject } from '../projects/index.ts'
import { lockAccount } from '../quotas/index.ts'
import { nextDue, toSchedule } from './schedule-row.ts'

const MAX_SCHEDULES = 300

export interface NewSchedule {
  readonly every: ReportPeriod
  readonly hour: number
  readonly timeZone?: string | undefined
  readonly projectNames?: readonly string[] | undefined
  readonly recipients: readonly string[]
  readonly locale?: Locale | undefined
}

export async function addReportSchedule(ctx: Context, caller: Caller, request: NewSchedule): Promise<ReportSchedule> {
  const recipients = requireRecipients(request.recipients)
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, caller.accountId))
  const timeZone = requireTimeZone(request.timeZone ?? account!.timeZone)
  const projects = await findProjects(ctx, caller, request.projectNames)
  const { every, hour, locale = account!.locale } = request
  const createdAt = ctx.clock.now()
  const row = await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId)
    if ((await tx.$count(reportSchedules, ownedBy(caller, reportSchedules.ownerId))) >= MAX_SCHEDULES) throw tooMany
    const [added] = await tx
      .insert(reportSchedules)
      .values({
        id: ctx.random.id(),
        ownerId: caller.accountId,
        every,
        hour,
        timeZone,
        projects,
        recipients,
        locale,
        createdAt,
        nextAt: nextDue({ every, hour, timeZone }, createdAt),
      })
      .returning()
    return added!
  })
  return toSchedule({ ...row, lastError: null })
}

/** Each once, in lower case. */
export function requireRecipients(recipients: readonly string[]): string[] {
  for (const [index, recipient] of recipients.entries())
    if (!email.test(recipient))
      throw invalidField(`recipients/${index}`, email.prompt.en, { rule: 'format', sentence: email.prompt })
  return [...new Set(recipients.map((one) => one.toLowerCase()))]
}

async function findProjects(ctx: Context, caller: Caller, names: readonly string[] | undefined) {
  if (names === undefined) return null
  const found = new Map<string, string>()
  for (const name of names) {
    const { source, owner } = await findReadableProject(ctx, caller, name)
    found.set(source.id, source.ownerId === caller.accountId ? source.name : `${source.name}@${owner}`)
  }
  return [...found].map(([sourceId, name]) => ({ sourceId, name }))
}

const tooMany = new DomainError('CONFLICT', {
  message: {
    en: `An account may have ${MAX_SCHEDULES} schedules of reports. Delete one first.`,
    'zh-CN': `每个账号最多 ${MAX_SCHEDULES} 个报告计划，请先删除一个。`,
  },
})
