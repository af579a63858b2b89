import type { ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findModels } from '../../io/find-models.ts'
import { modelTypeOption } from '../../options.ts'
import { renderModel } from '../../render/model.ts'

/** `omen models show` */
export function modelsShow(cli: Cli): Command {
  return describeCommand('show', {
    summary: 'show a model with its versions, series and calibration',
    examples: [
      { run: 'omen models show checkout', does: 'every type of that name' },
      { run: 'omen models show checkout@bobby1 --model-type Split', does: 'one that bobby1 shares with you' },
    ],
  })
    .argument('<model>', 'name, name@owner or id')
    .addOption(modelTypeOption())
    .action(act<{ modelType?: ModelType }>(cli, runShow))
}

async function runShow(run: Run, { modelType }: { modelType?: ModelType }, [reference = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const found = await findModels(omen, reference, modelType)
  const models = await Promise.all(
    found.map(async ({ id }) => ({ ...(await omen.models.get(id)), versions: await omen.models.versions(id) })),
  )
  run.result({ success: true, models }, () => models.map((model) => renderModel(model, run)).join('\n\n'))
}
