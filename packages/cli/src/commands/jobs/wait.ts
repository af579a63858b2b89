import { type Job, jobResult } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { findJob } from '../../io/find-job.ts'
import { guarded } from '../../io/interrupt.ts'
import { openProgress } from '../../io/open-progress.ts'
import { watchJob } from '../../io/watch-job.ts'
import { durationMs } from '../../options.ts'
import { renderJobs } from '../../render/jobs.ts'

interface WaitOptions {
  timeout?: number
  cancelOnInterrupt?: boolean
}

/** `omen jobs wait` */
export function jobsWait(cli: Cli): Command {
  return describeCommand('wait', {
    summary: 'wait until jobs have ended',
    description:
      'Waits until jobs have ended: 0 where all are done, 1 where the one failed, 5 where some of several did.',
    examples: [
      { run: 'omen jobs wait 7f3a --timeout 10m', does: 'exits with 6 when it takes longer; the job continues' },
    ],
  })
    .argument('<job...>', 'ids, or how they begin')
    .option('--timeout <duration>', 'give up waiting after 90s, 30m, 2h', durationMs)
    .option('--cancel-on-interrupt', 'Ctrl-C cancels the jobs at once, instead of asking for a second one')
    .action(act<WaitOptions>(cli, runWait))
}

async function runWait(run: Run, { timeout, cancelOnInterrupt }: WaitOptions, references: string[]): Promise<void> {
  const omen = await run.omen()
  const ids = await Promise.all(references.map(async (reference) => (await findJob(omen, reference)).id))
  const progress = await openProgress(run, ids.length)
  const jobs = await guarded(run, omen, { cancelOnInterrupt, say: progress.say }, async (guard) => {
    const wait = (id: string) => {
      const onProgress = (job: Job) => progress.set(id, { name: job.title ?? id, job })
      return watchJob(omen, id, guard, { timeoutMs: timeout, onProgress })
    }
    return Promise.all(ids.map(wait))
  }).finally(() => progress.close())
  if (jobs.length === 1 && !run.json) jobResult(jobs[0]!)
  run.result({ success: jobs.every(isDone), jobs }, () => renderJobs(jobs, run))
  const failed = jobs.filter((job) => !isDone(job)).length
  if (failed > 0) run.exitWith(failed === jobs.length ? EXIT_CODE.failed : EXIT_CODE.partlyFailed)
}

function isDone({ state }: Job): boolean {
  return state === 'done'
}
