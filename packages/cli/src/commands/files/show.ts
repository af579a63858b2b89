import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findFile } from '../../io/find-file.ts'
import { renderFile } from '../../render/file.ts'

/** `omen files show` */
export function filesShow(cli: Cli): Command {
  return describeCommand('show', {
    summary: 'show what is in an uploaded file, and which lines were rejected',
    examples: [
      { run: 'omen files show day.csv', does: 'by what it was called, the newest of that name' },
      { run: 'omen files show Zr3kq9TbW1 --json', does: 'by its handle' },
    ],
  })
    .argument('<file>', 'name or handle')
    .action(act(cli, runShow))
}

async function runShow(run: Run, _options: object, [reference = '']: string[]): Promise<void> {
  const { file, preview } = await findFile(await run.omen(), reference)
  run.result({ success: true, file, preview }, () => renderFile(file, preview, run))
}
