import type { StoredFile } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { addPageOptions } from '../../options.ts'
import { renderFiles } from '../../render/files.ts'

interface ListOptions extends PageOptions {
  q?: string
}

/** `omen files list`, also `omen files` */
export function filesList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list uploaded files, newest first',
    examples: [
      { run: 'omen files', does: 'the newest 50' },
      { run: 'omen files list --q day --all --json', does: 'every file with "day" in its name, for a program' },
    ],
  })
  return addPageOptions(command.option('--q <text>', 'part of the name')).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, { q, ...page }: ListOptions): Promise<void> {
  const { files } = await run.omen()
  const list = await loadList<StoredFile>(page, (query) => files.list({ ...query, q }))
  run.result({ success: true, files: list.items, page: list.page }, () => renderFiles(list.items, run))
  run.note(list.remark('file', 'Upload one with "omen upload training FILE --model NAME".'))
}
