import type { Locale, ReportKind, ReportPeriod } from '@omen/sdk'
import { Argument, type Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { parseTime } from '../../io/parse-time.ts'
import { languageOption } from '../../options.ts'
import { plain } from '../../render/plain.ts'
import { periodOption } from './insight.ts'
import { calendarDay } from './write-report.ts'

interface SendOptions {
  to?: string[]
  period: ReportPeriod
  at?: string
  day?: string
  timeZone?: string
  lang?: Locale
}

/** `omen report send` */
export function reportSend(cli: Cli): Command {
  return describeCommand('send', {
    summary: 'mail a report now',
    description:
      'To the address of your account if --to names nobody. Exits with 5 where some did not get it, with 1 where nobody did.',
    examples: [
      { run: 'omen report send insight shop', does: 'this week, to yourself' },
      {
        run: 'omen report send daily --day 2026-10-25 --to a@example.com b@example.com',
        does: 'a day of all projects',
      },
    ],
  })
    .addArgument(new Argument('<report>', 'which report').choices(['daily', 'insight']))
    .argument('[project]', 'a project (default: all that you may read)')
    .option('--to <addresses...>', 'mail addresses')
    .addOption(periodOption())
    .option('--at <time>', 'any time of the period of an insight report (default: now)')
    .option('--day <date>', 'of a daily summary (default: the last 24 hours)', calendarDay)
    .option('--time-zone <zone>', 'whose days are meant (default: that of this computer)')
    .addOption(languageOption())
    .action(act<SendOptions>(cli, runSend))
}

async function runSend(run: Run, options: SendOptions, [report = '', project]: string[]): Promise<void> {
  const { to, period, at, day, timeZone = run.io.timeZone, lang } = options
  const { reports } = await run.omen()
  const mails = await reports.send({
    report: report as ReportKind,
    period,
    timeZone,
    ...(project !== undefined && { projectName: project }),
    ...(at !== undefined && { at: parseTime('--at', at, timeZone) }),
    ...(day !== undefined && { day }),
    ...(to !== undefined && { recipients: to }),
    ...(lang !== undefined && { locale: lang }),
  })
  run.result({ success: true, mails }, () =>
    mails
      .map(({ recipient, sent, error }) => plain(sent ? `Sent to ${recipient}.` : `Not sent to ${recipient}: ${error}`))
      .join('\n'),
  )
  if (mails.some(({ sent }) => !sent))
    run.exitWith(mails.some(({ sent }) => sent) ? EXIT_CODE.partlyFailed : EXIT_CODE.failed)
}
