import type { DataType } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { durationMs, positive, requireProjectName } from '../../options.ts'
import { renderNewKey } from '../../render/ingest-keys.ts'

interface AddOptions {
  logs?: boolean
  every: number
  timeZone?: string
  retention?: number
}

const minuteMs = 60_000

/** `omen projects add` */
export function projectsAdd(cli: Cli): Command {
  return describeCommand('add', {
    summary: 'add a project that data is sent to; prints its ingest key once',
    examples: [
      { run: 'omen projects add shop', does: 'metrics, a sample a minute' },
      {
        run: 'omen projects add shop --every 10s --retention 30',
        does: 'a sample every ten seconds, kept for 30 days',
      },
      { run: 'omen projects add shop-logs --logs', does: 'log lines' },
      { run: 'omen projects add shop --jq .secret', does: 'only the secret of the key, for a script' },
    ],
  })
    .argument('<name>', 'name of the project')
    .option('--logs', 'log lines instead of metrics')
    .addOption(
      new Option('--every <duration>', 'time between two samples').argParser(durationMs).default(minuteMs, '1m'),
    )
    .option('--time-zone <zone>', 'an IANA time zone, for its days and weeks (default: yours)')
    .option('--retention <days>', 'days for which data is kept (default: 90)', positive)
    .action(act<AddOptions>(cli, runAdd))
}

async function runAdd(run: Run, options: AddOptions, [projectName = '']: string[]): Promise<void> {
  requireProjectName(projectName)
  const { projects } = await run.omen()
  const { logs, every, timeZone, retention } = options
  const settings = {
    projectName,
    samplingInterval: every / minuteMs,
    ...(timeZone !== undefined && { timeZone }),
    ...(retention !== undefined && { retentionDays: retention }),
  }
  const dataType: DataType = logs ? 'Log' : 'Metric'
  const added = await projects.addCustom({ ...settings, dataType })
  run.result(added, () => renderNewKey(added, run))
  run.note(`Project ${projectName} is added. Its key is not shown again.`)
}
