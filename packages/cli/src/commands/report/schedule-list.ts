import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { renderSchedules } from '../../render/report-schedules.ts'

/** `omen report schedule list` */
export function reportScheduleList(cli: Cli): Command {
  return describeCommand('list', {
    summary: 'list the reports that you have mailed, and why one has stopped',
    examples: [
      { run: 'omen report schedule list', does: 'the next one first' },
      {
        run: "omen report schedule list --jq '.schedules[] | select(.stoppedAt) | .id'",
        does: 'those that have stopped',
      },
    ],
  }).action(
    act(cli, async (run: Run) => {
      const schedules = await (await run.omen()).reports.schedules()
      run.result({ success: true, schedules }, () => renderSchedules(schedules, run))
      if (schedules.length === 0)
        run.note('No schedules. Add one with "omen report schedule add --every week --to ADDRESS".')
    }),
  )
}
