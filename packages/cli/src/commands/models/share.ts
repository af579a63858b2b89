import type { Model, ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { findModels } from '../../io/find-models.ts'
import { modelTypeOption } from '../../options.ts'

interface ShareOptions {
  modelType?: ModelType
  with?: string[]
  nobody?: boolean
}

/** `omen models share` */
export function modelsShare(cli: Cli): Command {
  return describeCommand('share', {
    summary: 'set who else may read a model and detect with it',
    examples: [
      { run: 'omen models share checkout --with bobby1 carol1', does: 'these two and nobody else' },
      { run: 'omen models share checkout --nobody', does: 'ends sharing' },
    ],
  })
    .argument('<model>', 'name or id')
    .option(
      '--with <account...>',
      'accounts that may use it; replaces those from before. A name that no account has now has no effect',
    )
    .option('--nobody', 'share with nobody')
    .addOption(modelTypeOption('only this type'))
    .action(act<ShareOptions>(cli, runShare))
}

async function runShare(run: Run, options: ShareOptions, [reference = '']: string[]): Promise<void> {
  const userNames = options.with ?? []
  if (userNames.length > 0 === Boolean(options.nobody)) throw new UsageError('Give either --with ACCOUNT… or --nobody')
  const omen = await run.omen()
  const found = await findModels(omen, reference, options.modelType)
  const models: Model[] = []
  for (const { id } of found) models.push(await omen.models.share(id, userNames))
  const readers = userNames.length > 0 ? userNames.join(', ') : 'nobody'
  run.result({ success: true, models }, () =>
    models.map((model) => `${model.modelName} (${model.modelType}) is shared with ${readers}.`).join('\n'),
  )
}
