import type { ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findModels } from '../../io/find-models.ts'
import { requireYes } from '../../io/require-yes.ts'
import { modelTypeOption } from '../../options.ts'
import { counted } from '../../render/figures.ts'

interface DeleteOptions {
  modelType?: ModelType
  yes?: boolean
}

/** `omen models delete` */
export function modelsDelete(cli: Cli): Command {
  return describeCommand('delete', {
    summary: 'delete a model with all its versions; its detections stay',
    examples: [
      { run: 'omen models delete checkout', does: 'asks first; every type of that name' },
      { run: 'omen models delete checkout --model-type Split --yes', does: 'one type, without asking' },
    ],
  })
    .argument('<model>', 'name or id')
    .addOption(modelTypeOption('only this type'))
    .option('-y, --yes', 'do not ask')
    .action(act<DeleteOptions>(cli, runDelete))
}

async function runDelete(run: Run, { modelType, yes }: DeleteOptions, [reference = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const found = await findModels(omen, reference, modelType)
  const named = found.map(
    (model) => `${model.modelName} (${model.modelType}, ${counted(model.versionCount, 'version')})`,
  )
  await requireYes(run, yes, `Delete ${named.join(' and ')}?`)
  for (const { id } of found) await omen.models.delete(id)
  run.result({ success: true, deleted: found.map(({ id }) => id) }, () => `Deleted ${named.join(' and ')}.`)
}
