import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'

/** `omen incidents star` */
export function incidentsStar(cli: Cli): Command {
  return describeCommand('star', {
    summary: 'put your star on an incident, or take it away',
    examples: [{ run: 'omen incidents star in_Zk3f9', does: 'found again with "omen incidents list --tab starred"' }],
  })
    .argument('<id>', 'of an incident of a project')
    .option('--remove', 'take it away')
    .action(act<{ remove?: boolean }>(cli, runStar))
}

async function runStar(run: Run, { remove = false }: { remove?: boolean }, [id = '']: string[]): Promise<void> {
  const { incidents } = await run.omen()
  const incident = await (remove ? incidents.unstar(id) : incidents.star(id))
  run.result({ success: true, incident, starred: !remove }, () => `${id} ${remove ? 'has no star' : 'has your star'}.`)
}
