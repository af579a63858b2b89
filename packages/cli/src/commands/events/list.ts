import type { EventKind } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { parseTime } from '../../io/parse-time.ts'
import { addPageOptions } from '../../options.ts'
import { renderEvents } from '../../render/events.ts'
import { EVENT_KINDS } from './post.ts'

interface ListOptions extends PageOptions {
  since?: string
  until?: string
  kind?: EventKind
}

/** `omen events list` */
export function eventsList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list the changes of a project, the latest first',
    examples: [
      { run: 'omen events list shop', does: 'when, what, by whom' },
      { run: 'omen events list shop --since 2026-11-20 --kind deployment', does: 'deployments since a day' },
      { run: `omen events list shop --jq '.events[0].version'`, does: 'what runs now' },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .option('--since <time>', 'not before')
    .option('--until <time>', 'not after')
    .addOption(new Option('--kind <kind>', 'only of this kind').choices(EVENT_KINDS))
  return addPageOptions(command).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, options: ListOptions, [projectName = '']: string[]): Promise<void> {
  const { since, until, kind, ...page } = options
  const timeOf = (option: string, text: string | undefined): number | undefined =>
    text === undefined ? undefined : parseTime(option, text, run.io.timeZone)
  const span = { from: timeOf('--since', since), to: timeOf('--until', until) }
  const { events } = await run.omen()
  const list = await loadList(page, (query) => events.list({ projectName, kind, ...span, ...query }))
  run.result({ success: true, events: list.items, page: list.page }, () => renderEvents(list.items, run))
  run.note(list.remark('event', 'Add one with "omen events post PROJECT TITLE".'))
}
