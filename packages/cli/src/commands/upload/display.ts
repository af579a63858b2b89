import type { ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { modelTypeOption, positive, requireModelName } from '../../options.ts'
import { renderDisplay } from '../../render/model-display.ts'

interface DisplayOptions {
  model: string
  modelType?: ModelType
  modelUser?: string
  ofVersion?: number
}

/** `omen upload display` */
export function uploadDisplay(cli: Cli): Command {
  return describeCommand('display', {
    summary: 'show what a model learned: bands, groups, calibration',
    examples: [
      { run: 'omen upload display --model checkout', does: 'the expected range of every series' },
      {
        run: 'omen upload display --model checkout@bobby1 --model-type Split --json',
        does: 'everything, with the map of states',
      },
    ],
  })
    .requiredOption('--model <name>', 'name of the model, or name@owner')
    .addOption(modelTypeOption('type of the model (default: Holistic)'))
    .option('--model-user <account>', 'owner of the model, where it is shared with you')
    .option('--of-version <n>', 'another version than the live one', positive)
    .action(act<DisplayOptions>(cli, runDisplay))
}

async function runDisplay(run: Run, { model, modelType, modelUser, ofVersion }: DisplayOptions): Promise<void> {
  const [modelName = '', owner] = model.split('@')
  requireModelName(modelName)
  const omen = await run.omen()
  const modelUserName = modelUser ?? owner
  const display = await omen.uploads.display({ modelName, modelType, modelUserName, version: ofVersion })
  run.result({ success: true, display }, () => renderDisplay(display, run))
}
