import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'

interface SplitOptions {
  finding: string[]
  note?: string
}

/** `omen incidents split` */
export function incidentsSplit(cli: Cli): Command {
  return describeCommand('split', {
    summary: 'make an incident of its own of some findings of another',
    examples: [
      { run: `omen incidents show in_Zk3f9 --jq '.findings[] | [.id, .sentence]'`, does: 'which findings it has' },
      { run: 'omen incidents split in_Zk3f9 --finding f812 f815', does: 'these two are another incident' },
    ],
  })
    .argument('<id>', 'of an incident of a project')
    .requiredOption('--finding <id...>', 'findings that are another incident')
    .option('--note <text>', 'why')
    .action(act<SplitOptions>(cli, runSplit))
}

async function runSplit(run: Run, { finding, note }: SplitOptions, [id = '']: string[]): Promise<void> {
  const incident = await (await run.omen()).incidents.split(id, finding, note)
  run.result({ success: true, incident }, () => `${incident.id} of ${incident.projectName} was split from ${id}.`)
}
