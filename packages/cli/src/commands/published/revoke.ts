import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findPublished } from '../../io/find-published.ts'
import { requireYes } from '../../io/require-yes.ts'

/** `omen published revoke` */
export function publishedRevoke(cli: Cli): Command {
  return describeCommand('revoke', {
    summary: 'delete a published copy; its links end, and pages that show it',
    examples: [
      { run: 'omen published revoke nightly', does: 'asks first' },
      { run: 'omen published revoke pb_4b240bb4226e9f5483e1cc37 --yes', does: 'without asking' },
    ],
  })
    .argument('<copy>', 'id of a published detection, or its name')
    .option('-y, --yes', 'do not ask')
    .action(act<{ yes?: boolean }>(cli, runRevoke))
}

async function runRevoke(run: Run, { yes }: { yes?: boolean }, [reference = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const { id, name } = await findPublished(omen, reference)
  await requireYes(run, yes, `Revoke ${name} (${id})?`)
  await omen.published.revoke(id)
  run.result({ success: true, revoked: id }, () => `Revoked ${name}: nobody can open it any more.`)
}
