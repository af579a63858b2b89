import { type Job, type JobState, jobStateValues } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { addPageOptions } from '../../options.ts'
import { renderJobs } from '../../render/jobs.ts'

interface ListOptions extends PageOptions {
  state?: JobState
}

/** `omen jobs list`, also `omen jobs` */
export function jobsList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list your jobs, newest first',
    examples: [
      { run: 'omen jobs', does: 'the newest 50' },
      { run: 'omen jobs list --state failed --json', does: 'what went wrong, for a program' },
    ],
  })
  command.addOption(new Option('--state <state>', 'only jobs in this state').choices([...jobStateValues]))
  return addPageOptions(command).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, { state, ...page }: ListOptions): Promise<void> {
  const { jobs } = await run.omen()
  const list = await loadList<Job>(page, (query) => jobs.list({ ...query, state }))
  run.result({ success: true, jobs: list.items, page: list.page }, () => renderJobs(list.items, run))
  run.note(list.remark('job', 'Training and detection start jobs.'))
}
