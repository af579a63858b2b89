import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'

/** `omen events remove` */
export function eventsRemove(cli: Cli): Command {
  return describeCommand('remove', {
    summary: 'remove an event that you added, or one of your project',
    examples: [{ run: 'omen events remove ev_0mCGRZTx9Kfd', does: 'by its id; "omen events list" has it' }],
  })
    .argument('<id>', 'id of the event')
    .action(
      act(cli, async (run: Run, _options: object, [id = '']: string[]) => {
        await (await run.omen()).events.delete(id)
        run.result({ success: true, removed: id }, () => 'Removed.')
      }),
    )
}
