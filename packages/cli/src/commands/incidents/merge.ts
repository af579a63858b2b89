import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'

/** `omen incidents merge` */
export function incidentsMerge(cli: Cli): Command {
  return describeCommand('merge', {
    summary: 'put an incident into another one of its project; its id leads there from then on',
    examples: [{ run: 'omen incidents merge in_Zk3f9 in_P7aa1 --note "one cause"', does: 'in_P7aa1 stays' }],
  })
    .argument('<id>', 'that ends')
    .argument('<into>', 'that stays')
    .option('--note <text>', 'why')
    .action(act<{ note?: string }>(cli, runMerge))
}

async function runMerge(run: Run, { note }: { note?: string }, [id = '', into = '']: string[]): Promise<void> {
  const incident = await (await run.omen()).incidents.merge(id, into, note)
  run.result({ success: true, incident }, () => `${id} is part of ${incident.id} of ${incident.projectName}.`)
}
