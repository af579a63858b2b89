import { type ProjectModelType, type ProjectModelVersion, projectModelTypeValues } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError, UsageError } from '../../failures.ts'
import { parseTime } from '../../io/parse-time.ts'
import { positive } from '../../options.ts'
import { renderProjectModel } from '../../render/project-model.ts'

interface ModelOptions {
  ofVersion?: number
  compare?: number
  modelType?: ProjectModelType
  from?: string
  to?: string
}

/** `omen projects model` */
export function projectsModel(cli: Cli): Command {
  return describeCommand('model', {
    summary: 'show what a project has learned: the versions of its model, and what one of them knows',
    description:
      'Lists the versions of the model of a project and the rows that each of them scored, how often rows were flagged ' +
      'day by day beside how often normal ones are to be, and what one version learned, the newest by default. With ' +
      '--compare, the last day is evaluated by both versions, and the periods that each of them finds are listed.',
    examples: [
      { run: 'omen projects model shop', does: 'the version that scores now, and the expected range of every series' },
      { run: 'omen projects model shop --of-version 3', does: 'what version 3 learned' },
      { run: 'omen projects model shop --compare 3', does: 'what the newest version finds that version 3 does not' },
      {
        run: "omen projects model shop --json --jq '.versions[] | [.version, .from, .rows]'",
        does: 'the versions alone; without --jq everything, with the maps of states',
      },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .option('--of-version <n>', 'what another version than the newest learned', positive)
    .option('--compare <n>', 'another version, beside which it is put on the same data', positive)
    .addOption(new Option('--model-type <type>', 'only versions of this type').choices([...projectModelTypeValues]))
    .option('--from <time>', 'versions that scored rows after it (default: 60 days before --to)')
    .option('--to <time>', 'versions that scored rows before it; the last day before it is compared (default: now)')
    .action(act<ModelOptions>(cli, runModel))
}

async function runModel(run: Run, options: ModelOptions, [name = '']: string[]): Promise<void> {
  const { ofVersion, compare, modelType, from, to } = options
  const { timeZone } = run.io
  if (compare !== undefined && compare === ofVersion)
    throw new UsageError('--compare and --of-version name the same version')
  const meant = {
    modelType,
    from: from === undefined ? undefined : parseTime('--from', from, timeZone),
    to: to === undefined ? undefined : parseTime('--to', to, timeZone),
  }
  const { projects } = await run.omen()
  const isChosen = ofVersion !== undefined || compare !== undefined
  const versions = isChosen ? (await projects.model(name, { ...meant, brief: true })).versions : []
  const window = isChosen ? windowsOf(name, versions, { ofVersion, compare }) : undefined
  const model = await projects.model(name, { ...meant, window, compare: compare !== undefined || undefined })
  run.result({ ...model, projectName: name }, () => renderProjectModel(name, model, run))
}

/** By which the API names versions; one that scored rows twice is meant as it did last. */
function windowsOf(
  project: string,
  versions: readonly ProjectModelVersion[],
  { ofVersion, compare }: Record<'ofVersion' | 'compare', number | undefined>,
): number[] {
  const beginOf = (wanted: number) => {
    const found = versions.find(({ version }) => version === wanted)
    if (found !== undefined) return found.from
    const known = [...new Set(versions.map(({ version }) => version))].join(', ')
    throw new CliError(`No version ${wanted} of the model of ${project} scored rows in this time`, {
      code: 'NOT_FOUND',
      exit: EXIT_CODE.failed,
      hint: known === '' ? 'It has no version then.' : `These did: ${known}.`,
    })
  }
  // Asked for first, so that a missing one is named
  const other = compare === undefined ? [] : [beginOf(compare)]
  const shown = ofVersion === undefined ? versions[0]!.from : beginOf(ofVersion)
  if (other.includes(shown)) throw new UsageError(`version ${compare} is the newest one: there is nothing to compare`)
  return [shown, ...other]
}
