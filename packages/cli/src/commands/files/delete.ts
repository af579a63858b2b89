import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findFile } from '../../io/find-file.ts'
import { requireYes } from '../../io/require-yes.ts'

/** `omen files delete` */
export function filesDelete(cli: Cli): Command {
  return describeCommand('delete', {
    summary: 'delete uploaded files; models and detections made from them stay',
    examples: [{ run: 'omen files delete day.csv --yes', does: 'without asking, in a script' }],
  })
    .argument('<file...>', 'handles or names')
    .option('-y, --yes', 'do not ask')
    .action(act<{ yes?: boolean }>(cli, runDelete))
}

async function runDelete(run: Run, { yes }: { yes?: boolean }, references: string[]): Promise<void> {
  const omen = await run.omen()
  const found = await Promise.all(references.map(async (reference) => (await findFile(omen, reference)).file))
  const names = found.map(({ uploadFileName }) => uploadFileName)
  await requireYes(run, yes, `Delete ${names.join(', ')}?`)
  for (const { filename } of found) await omen.files.delete(filename)
  run.result({ success: true, deleted: found.map(({ filename }) => filename) }, () => `Deleted ${names.join(', ')}.`)
}
