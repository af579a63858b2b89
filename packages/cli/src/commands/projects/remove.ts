import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { requireYes } from '../../io/require-yes.ts'
import { describeLoss } from '../../render/project.ts'

interface RemoveOptions {
  dryRun?: boolean
  yes?: boolean
}

/** `omen projects remove` */
export function projectsRemove(cli: Cli): Command {
  return describeCommand('remove', {
    summary: 'remove a project with its data; leave one of somebody else',
    examples: [
      { run: 'omen projects remove shop --dry-run', does: 'only tells what would be lost' },
      { run: 'omen projects remove shop', does: 'asks first' },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .option('-n, --dry-run', 'change nothing')
    .option('-y, --yes', 'do not ask')
    .action(act<RemoveOptions>(cli, runRemove))
}

async function runRemove(run: Run, { dryRun, yes }: RemoveOptions, [name = '']: string[]): Promise<void> {
  const { projects } = await run.omen()
  const planned = await projects.previewRemoval(name)
  const what = planned.isOwner ? `${name} with ${describeLoss(planned.loss)}` : name
  if (dryRun) {
    const would = planned.isOwner ? `Removing ${what} would lose them for good.` : `You would leave ${name}.`
    return run.result({ success: true, dryRun: true, ...planned }, () => would)
  }
  await requireYes(run, yes, planned.isOwner ? `Remove ${what}?` : `Leave ${name}?`)
  const removed = await projects.remove(name)
  run.result({ success: true, dryRun: false, ...removed }, () =>
    removed.isOwner ? `Removed ${what}.` : `You have left ${name}.`,
  )
}
