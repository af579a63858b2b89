import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { renderProject } from '../../render/project.ts'

/** `omen projects show` */
export function projectsShow(cli: Cli): Command {
  return describeCommand('show', {
    summary: 'show a project: its state and what to do, settings, series, members',
    examples: [
      { run: 'omen projects show shop', does: 'one of yours' },
      { run: 'omen projects show shop@bobby1', does: 'one that bobby1 shares with you' },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .action(act(cli, runShow))
}

async function runShow(run: Run, _options: object, [name = '']: string[]): Promise<void> {
  const project = await (await run.omen()).projects.get(name)
  run.result({ success: true, project }, () => renderProject(project, run))
}
