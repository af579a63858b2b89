import { unknownNames } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { UsageError } from '../../failures.ts'

interface MembersOptions {
  set?: string[]
  nobody?: boolean
}

/** `omen projects members` */
export function projectsMembers(cli: Cli): Command {
  return describeCommand('members', {
    summary: 'show or set who else may read a project and detect on it',
    examples: [
      { run: 'omen projects members shop', does: 'shows them' },
      { run: 'omen projects members shop --set bobby1 carol1', does: 'these two and nobody else' },
      { run: 'omen projects members shop --nobody', does: 'ends sharing' },
    ],
  })
    .argument('<project>', 'name')
    .option(
      '--set <account...>',
      'accounts that may read it; replaces those from before. A name that no account has is left out, which is said',
    )
    .option('--nobody', 'share with nobody')
    .action(act<MembersOptions>(cli, runMembers))
}

async function runMembers(run: Run, { set, nobody }: MembersOptions, [name = '']: string[]): Promise<void> {
  if (set && nobody) throw new UsageError('Give either --set ACCOUNT… or --nobody')
  const { projects } = await run.omen()
  const wanted = nobody ? [] : set
  const userNames = wanted ? await projects.setMembers(name, wanted) : await projects.members(name)
  run.result({ success: true, userNames }, () => userNames.join('\n'))
  if (userNames.length === 0) run.note(`${name} is shared with nobody.`)
  const unknown = unknownNames(wanted ?? [], userNames)
  if (unknown.length === 0) return
  const [account, were] = unknown.length === 1 ? ['is no account', 'it was'] : ['are no accounts', 'they were']
  run.note(`There ${account} ${unknown.join(', ')}; ${were} left out.`)
  run.exitWith(userNames.length === 0 ? EXIT_CODE.failed : EXIT_CODE.partlyFailed)
}
