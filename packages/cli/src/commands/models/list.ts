import type { Model, ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { addPageOptions, modelTypeOption } from '../../options.ts'
import { renderModels } from '../../render/models.ts'

interface ListOptions extends PageOptions {
  q?: string
  modelType?: ModelType
  shared?: boolean
  mine?: boolean
}

/** `omen models list`, also `omen models` */
export function modelsList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list the models that you may use',
    examples: [
      { run: 'omen models list', does: 'names, types, live versions' },
      {
        run: 'omen models list --mine --jq ".models[].modelName"',
        does: 'the names of your own, for a script',
      },
    ],
  })
  command
    .option('--q <text>', 'part of the name')
    .addOption(modelTypeOption('only models of this type'))
    .option('--shared', 'only those of others')
    .option('--mine', 'only your own')
  return addPageOptions(command).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, { q, modelType, shared, mine, ...page }: ListOptions): Promise<void> {
  const { models } = await run.omen()
  const owner = shared ? true : mine ? false : undefined
  const list = await loadList<Model>(page, (query) => models.list({ ...query, q, modelType, shared: owner }))
  run.result({ success: true, models: list.items, page: list.page }, () => renderModels(list.items, run))
  run.note(list.remark('model', 'Train one with "omen upload training FILE --model NAME".'))
}
