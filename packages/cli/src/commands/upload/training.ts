import type { ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import { exitOf } from '../../bulk/exit-of.ts'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { addOutputOptions, modelTypeOption, requireModelName } from '../../options.ts'
import { outcomesCsv, outcomesJson, outcomesMarkdown, renderOutcomes } from '../../render/outcomes.ts'
import { addBulkOptions, type BulkOptions, sendFiles } from './bulk-options.ts'
import { sayNotes } from './say-notes.ts'

interface TrainingOptions extends BulkOptions {
  model: string
  modelType?: ModelType
  filter?: string
}

/** `omen upload training` */
export function uploadTraining(cli: Cli): Command {
  const command = describeCommand('training', {
    summary: 'train a model on files',
    description:
      'Trains a named model. Several files for one model are used one after the other: the first trains it, the others ' +
      'add to it. The same command resumes an interrupted run where it stopped.',
    examples: [
      { run: 'omen upload training day.csv --model checkout', does: 'trains Holistic and Split' },
      {
        run: 'omen upload training day*.csv --model checkout',
        does: 'one model from many days; exits with 5 if a file is bad',
      },
      { run: 'omen upload training hosts/ --model "host-{name}"', does: 'a model for every file of a folder' },
      { run: 'zcat day.csv.gz | omen upload training - --model checkout --name day.csv', does: 'from a pipe' },
    ],
  })
    .argument('<file...>', 'tables, folders of them (logs are left out), or "-" for standard input')
    .requiredOption('--model <name>', 'name of the model; {name} stands for the name of the file')
    .addOption(modelTypeOption('type to train; without it Holistic and Split'))
    .option('--filter <file>', 'known abnormal intervals to exclude, one "start,end" per line, epoch ms or ISO 8601')
  return addOutputOptions(addBulkOptions(command), ['text', 'json', 'csv', 'md']).action(
    act<TrainingOptions>(cli, runTraining),
  )
}

async function runTraining(run: Run, options: TrainingOptions, paths: string[]): Promise<void> {
  requireModelName(options.model.replaceAll('{name}', 'x'))
  const { model, modelType } = options
  const outcomes = await sendFiles(run, paths, { kind: 'training', model, modelType, filter: options.filter }, options)
  failAlone(outcomes)
  const { url } = await run.connection()
  run.result(outcomesJson(outcomes, { url }), {
    text: () => renderOutcomes(outcomes, run),
    csv: () => outcomesCsv(outcomes),
    md: () => outcomesMarkdown(outcomes),
  })
  sayNotes(run, outcomes)
  run.exitWith(exitOf(outcomes))
}
