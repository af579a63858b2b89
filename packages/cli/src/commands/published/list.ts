import type { Published } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { addPageOptions } from '../../options.ts'
import { publishedUrl, renderPublishedList } from '../../render/published.ts'

interface ListOptions extends PageOptions {
  q?: string
  system?: string
  mine?: boolean
  others?: boolean
}

/** `omen published list`, also `omen published` */
export function publishedList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list published detections that you may open, newest first',
    examples: [
      { run: 'omen published', does: 'the newest 50, with the trend of each series' },
      { run: 'omen published list --system mysql --mine', does: 'your own of one system' },
      { run: 'omen published list --q nightly --jq ".published[0].severity"', does: 'of the newest run, for a script' },
    ],
  })
    .option('--q <text>', 'words of the name, the description, or what was published')
    .option('--system <name>', 'only those of this system')
    .option('--mine', 'only your own')
    .option('--others', 'only those of others')
  return addPageOptions(command).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, { q, system, mine, others, ...page }: ListOptions): Promise<void> {
  const { published } = await run.omen()
  const { url } = await run.connection()
  const owner = mine ? true : others ? false : undefined
  const list = await loadList<Published>(page, (query) => published.list({ ...query, q, system, mine: owner }))
  const items = list.items.map((record) => ({ ...record, url: publishedUrl(url, record) }))
  run.result({ success: true, published: items, page: list.page }, () => renderPublishedList(list.items, run))
  run.note(list.remark('published detection', 'Publish one with "omen publish file FILE --model MODEL --name NAME".'))
}
