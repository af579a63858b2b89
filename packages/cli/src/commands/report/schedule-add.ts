import type { Locale, ReportPeriod } from '@omen/sdk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { languageOption } from '../../options.ts'
import { renderSchedules } from '../../render/report-schedules.ts'

interface AddOptions {
  every: ReportPeriod
  to: string[]
  hour: number
  timeZone?: string
  lang?: Locale
}

/** `omen report schedule add` */
export function reportScheduleAdd(cli: Cli): Command {
  return describeCommand('add', {
    summary: 'have a report mailed every day, week or month',
    description:
      'Every day it is the summary of the day before; every week, on Monday, and every month, on the first, the insight report of the one before.',
    examples: [
      { run: 'omen report schedule add --every week --to team@example.com', does: 'all projects, Mondays at 8' },
      {
        run: 'omen report schedule add shop orders --every day --hour 7 --time-zone Europe/Berlin --to a@example.com',
        does: 'two projects, each morning',
      },
    ],
  })
    .argument('[project...]', 'these projects (default: all that you may read then)')
    .addOption(new Option('--every <period>', 'how often').choices(['day', 'week', 'month']).makeOptionMandatory())
    .requiredOption('--to <addresses...>', 'mail addresses')
    .option('--hour <hour>', 'hour of the day, 0 to 23', hourOfDay, 8)
    .option('--time-zone <zone>', 'by whose clocks (default: those of this computer)')
    .addOption(languageOption())
    .action(act<AddOptions>(cli, runAdd))
}

function hourOfDay(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > 23)
    throw new InvalidArgumentError('It must be a whole number from 0 to 23.')
  return Number(text)
}

async function runAdd(run: Run, options: AddOptions, projects: string[]): Promise<void> {
  const { every, to, hour, timeZone = run.io.timeZone, lang } = options
  const { reports } = await run.omen()
  const schedule = await reports.addSchedule({
    every,
    hour,
    timeZone,
    recipients: to,
    ...(projects.length > 0 && { projectNames: projects }),
    ...(lang !== undefined && { locale: lang }),
  })
  run.result({ success: true, schedule }, () => renderSchedules([schedule], run))
}
