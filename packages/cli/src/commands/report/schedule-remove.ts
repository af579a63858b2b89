import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'

/** `omen report schedule remove` */
export function reportScheduleRemove(cli: Cli): Command {
  return describeCommand('remove', {
    summary: 'stop mailing a report; what was not sent yet is not sent',
    examples: [{ run: 'omen report schedule remove 0199f3c2', does: 'by its id, or the beginning of it' }],
  })
    .argument('<id>', 'as "omen report schedule list" shows it')
    .action(act(cli, runRemove))
}

async function runRemove(run: Run, _: object, [given = '']: string[]): Promise<void> {
  const { reports } = await run.omen()
  const matching = (await reports.schedules()).filter(({ id }) => id.startsWith(given))
  const id = matching.length === 1 ? matching[0]!.id : given
  await reports.deleteSchedule(id)
  run.result({ success: true, id }, () => `Removed ${id}.`)
}
