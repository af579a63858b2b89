import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { jobsCancel } from './jobs/cancel.ts'
import { jobsList } from './jobs/list.ts'
import { jobsShow } from './jobs/show.ts'
import { jobsWait } from './jobs/wait.ts'

/** `omen jobs` */
export function jobs(cli: Cli): Command {
  return describeCommand('jobs', {
    summary: 'long work: list, show, wait, cancel',
    examples: [{ run: 'omen jobs', does: 'lists them, newest first' }],
  })
    .addCommand(jobsList(cli))
    .addCommand(jobsShow(cli))
    .addCommand(jobsWait(cli))
    .addCommand(jobsCancel(cli))
}
