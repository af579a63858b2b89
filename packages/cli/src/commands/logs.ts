import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { logsFindings } from './logs/findings.ts'
import { logsSearch } from './logs/search.ts'
import { logsTail } from './logs/tail.ts'
import { logsTemplates } from './logs/templates.ts'

/** `omen logs` */
export function logs(cli: Cli): Command {
  return describeCommand('logs', {
    summary: 'search and follow logs of the server; templates and anomalies also without one',
    examples: [
      { run: 'omen logs search timeout --project shop --since 1h', does: 'searches the lines of a project' },
      { run: 'omen logs templates app.log --out templates.csv', does: 'writes the template of each line' },
      { run: 'omen logs findings app.log', does: 'lists anomalies' },
    ],
  })
    .addCommand(logsSearch(cli))
    .addCommand(logsTail(cli))
    .addCommand(logsFindings(cli))
    .addCommand(logsTemplates(cli))
}
