import type { ReportPeriod } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { parseTime } from '../../io/parse-time.ts'
import { addReportOptions, type SubjectOptions, subjectOf, writeReport } from './write-report.ts'

interface InsightOptions extends SubjectOptions {
  period: ReportPeriod
  at?: string
}

/** `omen report insight` */
export function reportInsight(cli: Cli): Command {
  const command = describeCommand('insight', {
    summary: 'how a day, a week or a month of the calendar was against the one before',
    examples: [
      { run: 'omen report insight shop', does: 'this week so far, against last week until the same time' },
      { run: 'omen report insight --period month --at 2026-10-15 --out october.pdf', does: 'October, all projects' },
      { run: 'omen report insight shop --jq .headline', does: 'only the sentence' },
    ],
  })
    .addOption(periodOption())
    .option('--at <time>', 'any time of the period (default: now)')
  return addReportOptions(command).action(act<InsightOptions>(cli, runInsight))
}

/** `--period` of an insight report. */
export function periodOption(): Option {
  return new Option('--period <period>', 'weeks begin on Monday').choices(['day', 'week', 'month']).default('week')
}

async function runInsight(run: Run, { period, at, ...options }: InsightOptions, [project]: string[]): Promise<void> {
  const subject = subjectOf(run, options, project)
  const query = { ...subject, period, at: at === undefined ? undefined : parseTime('--at', at, subject.timeZone) }
  await writeReport(run, 'insight', query, ({ reports }) => reports.insight(query))
}
