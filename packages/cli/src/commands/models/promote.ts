import type { ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { findModel } from '../../io/find-models.ts'
import { modelTypeOption } from '../../options.ts'

/** `omen models promote` */
export function modelsPromote(cli: Cli): Command {
  return describeCommand('promote', {
    summary: 'make a version of a model the live one',
    description: 'Makes a version the live one: a newer one to try it, an older one to roll back. No version is lost.',
    examples: [{ run: 'omen models promote checkout 2 --model-type Holistic', does: 'goes back to version 2' }],
  })
    .argument('<model>', 'name or id')
    .argument('<version>', 'number of the version')
    .addOption(modelTypeOption())
    .action(act<{ modelType?: ModelType }>(cli, runPromote))
}

async function runPromote(run: Run, { modelType }: { modelType?: ModelType }, args: string[]): Promise<void> {
  const [reference = '', text = ''] = args
  const version = Number(text.replace(/^v/, ''))
  if (!Number.isInteger(version) || version < 1) throw new UsageError(`"${text}" is not the number of a version`)
  const omen = await run.omen()
  const { id } = await findModel(omen, reference, modelType)
  const model = await omen.models.promote(id, version)
  run.result({ success: true, model }, () => `${model.modelName} (${model.modelType}): version ${version} is live.`)
}
