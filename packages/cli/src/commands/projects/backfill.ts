import type { Backfill, BackfillAction, Connection } from '@omen/sdk'
import { Argument, type Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError, UsageError } from '../../failures.ts'
import { watchBackfill } from '../../io/watch-backfill.ts'
import { durationMs, positive } from '../../options.ts'
import { describeBackfill } from '../../render/connection.ts'

const ACTIONS = ['start', 'pause', 'resume', 'cancel', 'status'] as const

interface BackfillOptions {
  days?: number
  wait?: boolean
  timeout?: number
}

/** `omen projects backfill` */
export function projectsBackfill(cli: Cli): Command {
  return describeCommand('backfill', {
    summary: 'fetch the past of a project: start, pause, resume, cancel, status',
    description:
      'Fetches the past of a project that fetches, the newest first, beside what is new. Exits with 1 where a back-fill that ' +
      'was waited for is cancelled, with 6 where it is paused or takes longer than --timeout.',
    examples: [
      { run: 'omen projects backfill shop start --days 30', does: 'the last 30 days' },
      { run: 'omen projects backfill shop start --days 30 --wait', does: 'and waits until they are there' },
      { run: 'omen projects backfill shop', does: 'how far it is' },
      { run: 'omen projects backfill shop pause', does: 'until "resume"; what is there stays' },
    ],
  })
    .argument('<project>', 'name')
    .addArgument(new Argument('[what]', 'what to do').choices(ACTIONS).default('status'))
    .option('--days <n>', 'days of the past, with start', positive)
    .option('--wait', 'wait until it has ended')
    .option('--timeout <duration>', 'give up waiting after 90s, 30m, 2h; the back-fill goes on', durationMs)
    .action(act<BackfillOptions>(cli, runBackfill))
}

async function runBackfill(
  run: Run,
  options: BackfillOptions,
  [name = '', action = 'status']: string[],
): Promise<void> {
  const { days, wait, timeout } = options
  if (action === 'start' && days === undefined) throw new UsageError('--days is missing: how much of the past to fetch')
  if (action !== 'start' && days !== undefined) throw new UsageError('--days belongs to "start"')
  const omen = await run.omen()
  const begun =
    action === 'status'
      ? await omen.projects.connection(name)
      : await omen.projects.changeBackfill(name, action as BackfillAction, days)
  const isWaited = wait && begun.collection.backfill?.state === 'running'
  const connection = isWaited ? await watchBackfill(run, omen, name, timeout) : begun
  const { backfill } = connection.collection
  run.result({ success: true, connection }, () => describeBackfill(backfill, run))
  if (wait) requireDone(connection, backfill)
}

function requireDone({ projectName }: Connection, backfill: Backfill | null): void {
  if (backfill === null || backfill.state === 'done') return
  const isPaused = backfill.state === 'paused'
  throw new CliError(`The back-fill of ${projectName} is ${backfill.state}`, {
    code: 'CONFLICT',
    exit: isPaused ? EXIT_CODE.tryAgain : EXIT_CODE.failed,
    hint: isPaused ? `omen projects backfill ${projectName} resume --wait` : undefined,
  })
}
