import type { Command } from 'commander'
import type { Cli } from '../../cli.ts'
import { describeCommand } from '../../command.ts'
import { reportScheduleAdd } from './schedule-add.ts'
import { reportScheduleList } from './schedule-list.ts'
import { reportScheduleRemove } from './schedule-remove.ts'

/** `omen report schedule` */
export function reportSchedule(cli: Cli): Command {
  return describeCommand('schedule', {
    summary: 'reports that are mailed again and again: list, add, remove',
    examples: [{ run: 'omen report schedule list', does: 'with when each is due, and why one has stopped' }],
  })
    .addCommand(reportScheduleList(cli))
    .addCommand(reportScheduleAdd(cli))
    .addCommand(reportScheduleRemove(cli))
}
