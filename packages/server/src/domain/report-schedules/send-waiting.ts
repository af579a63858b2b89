import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { MailError } from '../../ports/mail.ts'
import { accounts, reportMails, reportSchedules } from '../../schema/index.ts'
import { reportUnsubscribeUrls } from '../alert-links/index.ts'
import { ALL_SCOPES, type Caller, type Context } from '../context.ts'
import { renderFailure } from '../deliveries/index.ts'
import { isGivenUp, retryDelayMs } from '../deliveries/retries.ts'
import type { Locale } from '../errors.ts'
import { findReadableSource, listReadableProjects, type ProjectRow } from '../projects/index.ts'
import { type Composer, composeReportMail, makeFor, reportReason } from '../reports/index.ts'
import { nextDue, type ScheduleRow } from './schedule-row.ts'

/** Of a server that died; a report takes some tenths of a second. */
const LEASE_MS = 5 * 60_000
const MAILS_AT_ONCE = 50
/** A mail server may be slow, but not for so long. */
const PATIENCE_MS = 45_000

type MailRow = typeof reportMails.$inferSelect

/** What is due is put in line, and what is in line is sent, one report after the other, so that it takes no thread from what is live. */
export async function sendReports(ctx: Context, stopping: AbortSignal): Promise<void> {
  await planReports(ctx, stopping)
  while (!stopping.aborted) {
    const mails = await claimMails(ctx)
    if (mails.length === 0) return
    const together = Map.groupBy(mails, ({ scheduleId, at }) => `${scheduleId} ${at}`)
    for (const group of together.values()) {
      if (stopping.aborted) return release(ctx, mails)
      await sendGroup(ctx, group, stopping)
    }
  }
}

/** Counts the attempt before it is made. */
async function claimMails({ db, clock }: Context): Promise<MailRow[]> {
  const now = clock.now()
  const chosen = sql`select id from ${reportMails} where state = 'waiting' and next_at <= ${now}::bigint and coalesce(leased_until, 0) <= ${now}::bigint
    order by next_at, schedule_id, address limit ${MAILS_AT_ONCE} for update skip locked`
  return db
    .update(reportMails)
    .set({ leasedUntil: now + LEASE_MS, attempts: sql`${reportMails.attempts} + 1` })
    .where(sql`${reportMails.id} in (${chosen})`)
    .returning()
}

async function release({ db }: Context, mails: readonly MailRow[]): Promise<void> {
  const ids = mails.map(({ id }) => id)
  const isOpen = and(inArray(reportMails.id, ids), eq(reportMails.state, 'waiting'))
  await db
    .update(reportMails)
    .set({ leasedUntil: null, attempts: sql`greatest(0, ${reportMails.attempts} - 1)` })
    .where(isOpen)
}

async function sendGroup(ctx: Context, mails: readonly MailRow[], stopping: AbortSignal): Promise<void> {
  const [{ scheduleId, at }] = mails as readonly [MailRow, ...MailRow[]]
  const [schedule] = await ctx.db.select().from(reportSchedules).where(eq(reportSchedules.id, scheduleId))
  if (schedule === undefined) return
  try {
    const composer = await compose(ctx, schedule, at)
    for (const mail of mails) await sendOne(ctx, schedule, mail, composer, stopping)
  } catch (error) {
    ctx.log.warn({ err: error, schedule: scheduleId }, 'a report could not be made')
    for (const mail of mails)
      await settle(ctx, mail, {
        text: renderFailure({ code: 'failed', reason: (error as Error).message }, schedule.locale),
        isPermanent: false,
      })
  }
}

/** Undefined where its owner may not read it any more. */
async function compose(ctx: Context, schedule: ScheduleRow, at: number): Promise<Composer | undefined> {
  const access = await readAccess(ctx, schedule)
  if (access.kind === 'stops') return undefined
  return composeReportMail(ctx, await makeFor(ctx, access, { ...schedule, at }), schedule.locale)
}

async function sendOne(
  ctx: Context,
  schedule: ScheduleRow,
  mail: MailRow,
  composer: Composer | undefined,
  stopping: AbortSignal,
): Promise<void> {
  const { locale, id: scheduleId } = schedule
  if (composer === undefined)
    return settle(ctx, mail, { text: renderFailure({ code: 'removed' }, locale), isPermanent: true })
  if (schedule.unsubscribed.includes(mail.address))
    return settle(ctx, mail, {
      text: renderFailure({ code: 'unsubscribed', address: mail.address }, locale),
      isPermanent: true,
    })
  try {
    const unsubscribe = reportUnsubscribeUrls(ctx, { scheduleId, address: mail.address })
    const key = [scheduleId, String(mail.dueAt)]
    const made = composer.mail({
      locale,
      to: mail.address,
      key,
      reason: reportReason(locale, mail.address),
      unsubscribe,
    })
    await ctx.mail.send(made, AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)]))
  } catch (error) {
    const isPermanent = error instanceof MailError && error.isPermanent
    return settle(ctx, mail, { text: (error as Error).message, isPermanent })
  }
  // Printed to the console, as everything is without a mail server
  await settle(
    ctx,
    mail,
    ctx.settings.smtpUrl === null
      ? { text: renderFailure({ code: 'noMailServer' }, locale), isPermanent: true }
      : undefined,
  )
}

interface Fault {
  readonly text: string
  readonly isPermanent: boolean
}

async function settle(ctx: Context, { id, attempts, dueAt }: MailRow, fault: Fault | undefined): Promise<void> {
  const now = ctx.clock.now()
  const isOver = fault === undefined || fault.isPermanent || isGivenUp({ attempts, ageMs: now - dueAt })
  const state = fault === undefined ? 'sent' : isOver ? 'failed' : 'waiting'
  const nextAt = isOver ? now : now + retryDelayMs(attempts, ctx.random)
  const error = fault?.text.replaceAll('\0', '') ?? null
  await ctx.db
    .update(reportMails)
    .set({ state, nextAt, error, leasedUntil: null, settledAt: isOver ? now : null })
    .where(eq(reportMails.id, id))
}

const AT_ONCE = 100

/** Puts the mails of schedules that are due in line, each time once, whichever server does it; those missed while no server ran count as one. */
async function planReports(ctx: Context, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const now = ctx.clock.now()
    const due = await ctx.db
      .select()
      .from(reportSchedules)
      .where(and(isNotNull(reportSchedules.nextAt), lte(reportSchedules.nextAt, now)))
      .orderBy(asc(reportSchedules.nextAt))
      .limit(AT_ONCE)
    for (const row of due) {
      if (stopping.aborted) return
      await planOne(ctx, row, now)
    }
    if (due.length < AT_ONCE) return
  }
}

async function planOne(ctx: Context, row: ScheduleRow, now: number): Promise<void> {
  const access = await readAccess(ctx, row)
  const dueAt = row.nextAt!
  const isSame = and(eq(reportSchedules.id, row.id), eq(reportSchedules.nextAt, dueAt))
  if (access.kind === 'stops') {
    await ctx.db.update(reportSchedules).set({ nextAt: null, stoppedAt: now, stoppedText: access.text }).where(isSame)
    ctx.log.info({ schedule: row.id }, 'a schedule of reports has stopped')
    return
  }
  await ctx.db.transaction(async (tx) => {
    const [claimed] = await tx
      .update(reportSchedules)
      .set({ nextAt: nextDue(row, now), lastAt: dueAt })
      .where(isSame)
      .returning()
    const addresses = claimed?.recipients.filter((one) => !claimed.unsubscribed.includes(one)) ?? []
    if (addresses.length === 0) return
    const mail = { scheduleId: row.id, dueAt, at: now, state: 'waiting' as const, nextAt: now }
    await tx
      .insert(reportMails)
      .values(addresses.map((address) => ({ ...mail, id: ctx.random.id(), address })))
      .onConflictDoNothing()
  })
}

type Access =
  | { readonly kind: 'reads'; readonly projects: readonly ProjectRow[]; readonly isOne: boolean }
  | { readonly kind: 'stops'; readonly text: string }

/** What the owner of a schedule may read of it now; a reason to stop where that is not all that it names. */
async function readAccess(ctx: Context, { ownerId, projects, locale }: ScheduleRow): Promise<Access> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, ownerId))
  const words = texts[locale]
  if (account === undefined || account.closedAt !== null) return { kind: 'stops', text: words.closed }
  const caller: Caller = {
    accountId: ownerId,
    userName: account.userName,
    role: account.role,
    via: 'session',
    scopes: ALL_SCOPES,
    credentialId: '',
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
