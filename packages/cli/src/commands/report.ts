import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { reportDaily } from './report/daily.ts'
import { reportInsight } from './report/insight.ts'
import { reportSchedule } from './report/schedule.ts'
import { reportSend } from './report/send.ts'

/** `omen report` */
export function report(cli: Cli): Command {
  return describeCommand('report', {
    summary: 'how a day, a week or a month was: to read, as a file, by mail',
    examples: [
      { run: 'omen report insight shop', does: 'this week against the one before' },
      { run: 'omen report daily --out yesterday.pdf', does: 'all projects, as a PDF' },
      { run: 'omen report schedule add --every week --to team@example.com', does: 'by mail, every Monday at 8' },
    ],
  })
    .addCommand(reportDaily(cli))
    .addCommand(reportInsight(cli))
    .addCommand(reportSend(cli))
    .addCommand(reportSchedule(cli))
}
