import { and, eq, inArray, sql } from 'drizzle-orm'
import { MailError } from '../../ports/mail.ts'
import { reportMails, reportSchedules } from '../../schema/index.ts'
import { reportUnsubscribeUrls } from '../alert-links/index.ts'
import type { Context } from '../context.ts'
import { renderFailure } from '../deliveries/index.ts'
import { isGivenUp, retryDelayMs } from '../deliveries/retries.ts'
import { type Composer, composeReportMail, makeFor, reportReason } from '../reports/index.ts'
import { readAccess } from './owner.ts'
import { planReports } from './plan.ts'
import type { ScheduleRow } from './schedule-row.ts'

/** Of a server that died; a report takes some tenths of a second. */
const leaseMs = 5 * 60_000
const mailsAtOnce = 50
/** A mail server may be slow, but not for so long. */
const patienceMs = 45_000

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
    order by next_at, schedule_id, address limit ${mailsAtOnce} for update skip locked`
  return db
    .update(reportMails)
    .set({ leasedUntil: now + leaseMs, attempts: sql`${reportMails.attempts} + 1` })
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
    await ctx.mail.send(made, AbortSignal.any([stopping, AbortSignal.timeout(patienceMs)]))
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
