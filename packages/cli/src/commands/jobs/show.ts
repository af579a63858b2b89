import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findJob } from '../../io/find-job.ts'
import { renderJob } from '../../render/jobs.ts'

/** `omen jobs show` */
export function jobsShow(cli: Cli): Command {
  return describeCommand('show', {
    summary: 'show one job, with its result or its error',
    examples: [{ run: 'omen jobs show 7f3a', does: 'state, progress, what it made' }],
  })
    .argument('<job>', 'id, or how it begins')
    .action(act(cli, runShow))
}

async function runShow(run: Run, _options: object, [id = '']: string[]): Promise<void> {
  const job = await findJob(await run.omen(), id)
  run.result({ success: true, job }, () => renderJob(job, run))
}
