import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { requireProjectName } from '../../options.ts'
import { renderProject } from '../../render/project.ts'
import { addSettingsOptions, readSettings, type SettingsOptions } from './settings.ts'

interface UpdateOptions extends SettingsOptions {
  rename?: string
}

/** `omen projects update` */
export function projectsUpdate(cli: Cli): Command {
  const command = describeCommand('update', {
    summary: 'rename a project or change its settings; only what is given is changed',
    examples: [
      { run: 'omen projects update shop --pvalue 0.999 --cvalue 3', does: 'finds less, and sooner' },
      { run: 'omen projects update shop --model-type Hybrid --retrain 7', does: 'learns another model, every week' },
      { run: 'omen projects update shop --rename store', does: 'its keys stay valid' },
    ],
  })
    .argument('<name>', 'name of the project')
    .option('--rename <name>', 'its new name')
  return addSettingsOptions(command).action(act<UpdateOptions>(cli, runUpdate))
}

async function runUpdate(run: Run, { rename, ...options }: UpdateOptions, [name = '']: string[]): Promise<void> {
  if (rename !== undefined) requireProjectName(rename)
  const changes = { ...readSettings(options), ...(rename !== undefined && { projectName: rename }) }
  if (Object.keys(changes).length === 0) throw new UsageError('give at least one option: see --help')
  const project = await (await run.omen()).projects.update(name, changes)
  run.result({ success: true, project }, () => renderProject(project, run))
}
