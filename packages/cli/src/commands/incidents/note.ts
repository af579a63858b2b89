import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'

/** `omen incidents note` */
export function incidentsNote(cli: Cli): Command {
  return describeCommand('note', {
    summary: 'write a note on an incident; those before stay in its history',
    examples: [
      { run: 'omen incidents note in_Zk3f9 "the disk was full, logs rotated"', does: 'said of later ones like it' },
    ],
  })
    .argument('<id>', 'of an incident of a project')
    .argument('<text>', 'what is to be known')
    .action(act(cli, runNote))
}

async function runNote(run: Run, _options: object, [id = '', text = '']: string[]): Promise<void> {
  const incident = await (await run.omen()).incidents.note(id, text)
  run.result({ success: true, incident }, () => `Noted on ${id} of ${incident.projectName}.`)
}
