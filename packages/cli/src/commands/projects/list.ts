import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { addPageOptions } from '../../options.ts'
import { renderProjects } from '../../render/projects.ts'

interface ListOptions extends PageOptions {
  q?: string
}

/** `omen projects list`, also `omen projects` */
export function projectsList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list the projects that you may read',
    examples: [
      { run: 'omen projects list', does: 'names, states, when data arrived last' },
      {
        run: `omen projects list --jq '.projects[] | select(.state == "silent") | .projectName'`,
        does: 'those that nothing arrives for any more',
      },
    ],
  })
  command.option('--q <text>', 'part of the name')
  return addPageOptions(command).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, { q, ...page }: ListOptions): Promise<void> {
  const { projects } = await run.omen()
  const list = await loadList(page, (query) => projects.list({ ...query, q }))
  run.result({ success: true, projects: list.items, page: list.page }, () => renderProjects(list.items, run))
  run.note(list.remark('project', 'Add one with "omen projects add NAME".'))
}
