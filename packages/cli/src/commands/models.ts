import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { modelsDelete } from './models/delete.ts'
import { modelsList } from './models/list.ts'
import { modelsPromote } from './models/promote.ts'
import { modelsShare } from './models/share.ts'
import { modelsShow } from './models/show.ts'

/** `omen models` */
export function models(cli: Cli): Command {
  return describeCommand('models', {
    summary: 'named models and their versions',
    examples: [{ run: 'omen models', does: 'lists them' }],
  })
    .addCommand(modelsList(cli))
    .addCommand(modelsShow(cli))
    .addCommand(modelsPromote(cli))
    .addCommand(modelsShare(cli))
    .addCommand(modelsDelete(cli))
}
