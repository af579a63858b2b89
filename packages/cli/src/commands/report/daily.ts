import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { addReportOptions, calendarDay, type SubjectOptions, subjectOf, writeReport } from './write-report.ts'

interface DailyOptions extends SubjectOptions {
  day?: string
}

/** `omen report daily` */
export function reportDaily(cli: Cli): Command {
  const command = describeCommand('daily', {
    summary: 'what the last day and the last thirty days brought',
    examples: [
      { run: 'omen report daily shop', does: 'the last 24 hours' },
      { run: 'omen report daily --day 2026-10-25 --out day.html', does: 'a day of the calendar, as one file' },
      { run: 'omen report daily shop --format csv', does: 'statistics of each series' },
    ],
  }).option('--day <date>', 'a day of the calendar (default: the last 24 hours)', calendarDay)
  return addReportOptions(command).action(act<DailyOptions>(cli, runDaily))
}

async function runDaily(run: Run, { day, ...options }: DailyOptions, [project]: string[]): Promise<void> {
  const query = { ...subjectOf(run, options, project), day }
  await writeReport(run, 'daily', query, ({ reports }) => reports.daily(query))
}
