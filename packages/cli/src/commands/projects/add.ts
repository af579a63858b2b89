import type { DataType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { requireProjectName } from '../../options.ts'
import { renderNewKey } from '../../render/ingest-keys.ts'
import { addSettingsOptions, readSettings, type SettingsOptions } from './settings.ts'

interface AddOptions extends SettingsOptions {
  logs?: boolean
}

/** `omen projects add` */
export function projectsAdd(cli: Cli): Command {
  const command = describeCommand('add', {
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
  return addSettingsOptions(command).action(act<AddOptions>(cli, runAdd))
}

async function runAdd(run: Run, { logs, ...options }: AddOptions, [projectName = '']: string[]): Promise<void> {
  requireProjectName(projectName)
  const { projects } = await run.omen()
  const settings = { samplingInterval: 1, ...readSettings(options), projectName }
  const dataType: DataType = logs ? 'Log' : 'Metric'
  const added = await projects.addCustom({ ...settings, dataType })
  run.result(added, () => renderNewKey(added, run))
  run.note(`Project ${projectName} is added. Its key is not shown again.`)
}
