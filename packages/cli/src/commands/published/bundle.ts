import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { findPublished } from '../../io/find-published.ts'
import { addOutputOptions } from '../../options.ts'

/** `omen published bundle` */
export function publishedBundle(cli: Cli): Command {
  const command = describeCommand('bundle', {
    summary: 'save a published detection as one HTML file, which opens without any network',
    examples: [
      { run: 'omen published bundle nightly --out nightly.html', does: 'data, charts, tables and both languages' },
      { run: 'omen published bundle nightly > nightly.html', does: 'the same, through a pipe' },
    ],
  }).argument('<copy>', 'id of a published detection, or its name')
  return addOutputOptions(command, ['html', 'json']).action(act(cli, runBundle))
}

async function runBundle(run: Run, _: object, [reference = '']: string[]): Promise<void> {
  if (run.file === undefined && run.io.stdout.isTTY)
    throw new UsageError('This is a page, not for a terminal', 'Give --out FILE.html.')
  const omen = await run.omen()
  const { id, name } = await findPublished(omen, reference)
  const html = await omen.published.bundle(id)
  run.result({ success: true, id, html }, { html: () => html })
  if (run.file) run.note(`${name} is in ${run.file.path}.`)
}
