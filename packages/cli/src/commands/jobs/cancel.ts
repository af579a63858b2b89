import type { Job } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findJob } from '../../io/find-job.ts'

/** `omen jobs cancel` */
export function jobsCancel(cli: Cli): Command {
  return describeCommand('cancel', {
    summary: 'cancel jobs that have not ended',
    examples: [{ run: 'omen jobs cancel 7f3a', does: 'stops it; nothing half-done is left' }],
  })
    .argument('<job...>', 'ids, or how they begin')
    .action(act(cli, runCancel))
}

async function runCancel(run: Run, _options: object, ids: string[]): Promise<void> {
  const omen = await run.omen()
  const jobs: Job[] = []
  for (const id of ids) jobs.push(await omen.jobs.cancel((await findJob(omen, id)).id))
  run.result({ success: true, jobs }, () => jobs.map(({ id, state }) => `${id}: ${state}`).join('\n'))
}
