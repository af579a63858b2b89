import { isEnded, jobResult, type ModelType, modelTypeValues } from '@omen/sdk'
import { type Command, Option } from 'commander'
import { exitOf } from '../../bulk/exit-of.ts'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { guarded } from '../../io/interrupt.ts'
import { requireYes } from '../../io/require-yes.ts'
import { watchJob } from '../../io/watch-job.ts'
import { addOutputOptions, modelTypeOption, requireModelName } from '../../options.ts'
import { renderJob } from '../../render/jobs.ts'
import { outcomesCsv, outcomesJson, outcomesMarkdown, renderOutcomes } from '../../render/outcomes.ts'
import { addBulkOptions, type BulkOptions, sendFiles } from './bulk-options.ts'
import { sayNotes } from './say-notes.ts'

interface UpdateOptions extends BulkOptions {
  model: string
  modelType?: ModelType
  operation: 'update' | 'revert' | 'delete'
  filter?: string
  yes?: boolean
}

/** `omen upload update` */
export function uploadUpdate(cli: Cli): Command {
  const command = describeCommand('update', {
    summary: 'train a model on more data, revert its last version, or delete it',
    examples: [
      { run: 'omen upload update friday.csv --model checkout', does: 'adds one more day, as a new version' },
      { run: 'omen upload update --model checkout --operation revert', does: 'goes back to the version before' },
    ],
  })
    .argument('[file...]', 'tables, folders of them, or "-"; none with revert and delete')
    .requiredOption('--model <name>', 'name of the model; {name} stands for the name of the file')
    .addOption(modelTypeOption(`only this type (${modelTypeValues.length} there are)`))
    .addOption(new Option('--operation <what>', 'what to do').choices(['update', 'revert', 'delete']).default('update'))
    .option('--filter <file>', 'known abnormal intervals to exclude, one "start,end" per line, epoch ms or ISO 8601')
    .option('-y, --yes', 'do not ask before deleting')
  return addOutputOptions(addBulkOptions(command), ['text', 'json', 'csv', 'md']).action(
    act<UpdateOptions>(cli, runUpdate),
  )
}

async function runUpdate(run: Run, options: UpdateOptions, paths: string[]): Promise<void> {
  const { model, modelType, operation } = options
  requireModelName(model.replaceAll('{name}', 'x'))
  if ((paths.length === 0) === (operation === 'update')) {
    throw new UsageError(
      operation === 'update' ? 'Which file? None is given' : `--operation ${operation} takes no file`,
    )
  }
  if (operation !== 'update') return withoutFile(run, options)
  const outcomes = await sendFiles(run, paths, { kind: 'update', model, modelType, filter: options.filter }, options)
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

async function withoutFile(run: Run, { model, modelType, operation, yes, ...options }: UpdateOptions): Promise<void> {
  if (operation === 'delete') await requireYes(run, yes, `Delete the model ${model} with all its versions?`)
  const omen = await run.omen()
  const { cancelOnInterrupt, timeout: timeoutMs } = options
  const job = await guarded(run, omen, { cancelOnInterrupt }, async (guard) => {
    const started = await omen.uploads.update({ modelName: model, modelType, operation }, { signal: guard.signal })
    return isEnded(started) || !options.wait ? started : watchJob(omen, started.id, guard, { timeoutMs })
  })
  if (isEnded(job)) jobResult(job)
  run.result({ success: true, job }, () => renderJob(job, run))
}
