import type { Command } from 'commander'
import { writeConfig } from '../as-code/write-config.ts'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'

/** `omen export` */
export function exportConfig(cli: Cli): Command {
  return describeCommand('export', {
    summary: 'write your projects, settings, integrations, members and report schedules as a file for "omen apply"',
    description: 'Secrets are not in it: the file names the variable of the environment that each is to be taken from.',
    examples: [
      { run: 'omen export > omen.yaml', does: 'everything that you own' },
      {
        run: 'omen export shop orders --out shop.yaml',
        does: 'two projects, without integrations and report schedules',
      },
      { run: 'omen apply -f omen.yaml --check', does: 'says later what differs from it' },
    ],
  })
    .argument('[project...]', 'only these')
    .action(act(cli, runExport))
}

async function runExport(run: Run, _options: object, names: string[]): Promise<void> {
  const yaml = await writeConfig(await run.omen(), names)
  run.result({ success: true, yaml }, () => yaml)
}
