import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { publishFile } from './publish/file.ts'
import { publishProject } from './publish/project.ts'

/** `omen publish` */
export function publish(cli: Cli): Command {
  return describeCommand('publish', {
    summary: 'publish a frozen copy of what was found: file, project',
    examples: [
      { run: 'omen publish file run.csv --model checkout --name nightly', does: 'see "omen publish file --help"' },
      { run: 'omen publish project shop --last 24h --name outage', does: 'a time of a project' },
    ],
  })
    .addCommand(publishFile(cli))
    .addCommand(publishProject(cli))
}
