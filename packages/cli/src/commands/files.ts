import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { filesDelete } from './files/delete.ts'
import { filesList } from './files/list.ts'
import { filesRejected } from './files/rejected.ts'
import { filesShow } from './files/show.ts'

/** `omen files` */
export function files(cli: Cli): Command {
  return describeCommand('files', {
    summary: 'uploaded files',
    examples: [{ run: 'omen files', does: 'lists them, newest first' }],
  })
    .addCommand(filesList(cli))
    .addCommand(filesShow(cli))
    .addCommand(filesRejected(cli))
    .addCommand(filesDelete(cli))
}
