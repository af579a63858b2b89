import { eq } from 'drizzle-orm'
import { MailError } from '../../ports/mail.ts'
import { accounts } from '../../schema/index.ts'
import type { ReportMail } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { renderFailure } from '../deliveries/index.ts'
import { DomainError, type Locale } from '../errors.ts'
import { requireRecipients } from '../report-schedules/add.ts'
import { type ExportRequest, makeReport } from './export.ts'
import { composeReportMail } from './to-mail.ts'
import { reportWords } from './words.ts'

const PATIENCE_MS = 20_000

export interface SendRequest extends Omit<ExportRequest, 'locale' | 'timeZone' | 'detectionId'> {
  readonly timeZone?: string | undefined
  readonly locale?: Locale | undefined
  readonly recipients?: readonly string[] | undefined
}

/** Mails a report at once; what the mail server does not take is not tried again. */
export async function sendReport(ctx: Context, caller: Caller, request: SendRequest): Promise<ReportMail[]> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, caller.accountId))
  const { timeZone = account!.timeZone, locale = account!.locale } = request
  const own = account!.email === null ? [] : [account!.email]
  const recipients = requireRecipients(request.recipients ?? own)
  if (recipients.length === 0) throw new DomainError('CONFLICT', { message: NO_ADDRESS })
  const made = await makeReport(ctx, caller, { ...request, timeZone, locale })
  const composer = await composeReportMail(ctx, made, locale)
  const key = ['now', caller.accountId, String(ctx.clock.now())]
  return Promise.all(
    recipients.map(async (recipient): Promise<ReportMail> => {
      const reason = reportWords[locale].asked(recipient, caller.userName)
      try {
        await ctx.mail.send(composer.mail({ locale, to: recipient, key, reason }), AbortSignal.timeout(PATIENCE_MS))
      } catch (error) {
        ctx.log.warn({ err: error }, 'a report could not be sent')
        const text = error instanceof MailError ? error.message : renderFailure({ code: 'late' }, locale)
        return { recipient, sent: false, error: text }
      }
      if (ctx.settings.smtpUrl === null)
        return { recipient, sent: false, error: renderFailure({ code: 'noMailServer' }, locale) }
      return { recipient, sent: true, error: null }
    }),
  )
}

const NO_ADDRESS = {
  en: 'Your account has no mail address: name a recipient.',
  'zh-CN': '您的账号没有邮箱地址，请指定收件人。',
}
