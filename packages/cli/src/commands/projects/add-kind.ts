import { connectorsOf, missingFields } from '@omen/sdk/connectors'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { askSecret } from '../../io/prompt.ts'
import { SECRET_HELP } from '../../io/read-secret.ts'
import { sendFields } from '../../io/send-fields.ts'
import { positive, requireProjectName } from '../../options.ts'
import { renderProject } from '../../render/project.ts'
import { addFieldOptions, flagOf, readFields, type TypedOptions, typedFlags } from './field-options.ts'
import { addKindOptions, connectorFor, dataTypeFor, type Kind } from './kinds.ts'
import { addSendingProject, type SendingOptions } from './send-to.ts'
import { addSettingsOptions, readSettings, type SettingsOptions } from './settings.ts'

interface AddOptions extends SettingsOptions, TypedOptionsOfKind {
  backfill?: number
}

interface TypedOptionsOfKind extends SendingOptions {
  source?: string
}

/** `omen projects add datadog` and the other kinds. */
export function projectsAddKind(cli: Cli, kind: Kind): Command {
  const { name, summary, example } = kind
  const sends = name === 'custom' || name === 'log'
  const command = describeCommand(name, {
    summary: sends ? `one that fetches from ${summary}, or is sent to` : `one that fetches from ${summary}`,
    description:
      `Adds a project that fetches from ${summary}, after a test of the connection: "omen projects test ${name}" shows what ` +
      `would come. ${SECRET_HELP}${sends ? ' Without --source the project is sent its data, and its ingest key is printed once.' : ''}`,
    examples: [
      { run: `omen projects add ${name} shop ${example}`, does: 'fetches at every interval from now on' },
      { run: `omen projects add ${name} shop ${example} --backfill 30`, does: 'and the last 30 days as well' },
      ...(name === 'custom'
        ? [{ run: 'omen projects add custom datadog', does: 'one that is sent to, and is called like a kind' }]
        : []),
    ],
  }).argument('<name>', 'name of the project')
  addKindOptions(command, name, sends ? ['push'] : [])
  addFieldOptions(command, connectorsOf(name))
  addSettingsOptions(command).option('--backfill <days>', 'days of the past to fetch as well', positive)
  return command.action(
    act<AddOptions>(cli, (run, options, [projectName = '']) => runAdd(run, kind, options, projectName)),
  )
}

async function runAdd(run: Run, { name: kind }: Kind, options: AddOptions, projectName: string): Promise<void> {
  requireProjectName(projectName)
  const sends = kind === 'custom' || kind === 'log'
  if (sends && (options.source ?? 'push') === 'push') {
    requireNoFetching(kind, options)
    return addSendingProject(run, kind, options, projectName)
  }
  const connector = connectorFor(kind, options.source)
  const dataType = dataTypeFor(connector, options.logs)
  const fields = await readFields(run, options as TypedOptions, connectorsOf(kind))
  for (const field of missingFields(connector, dataType, fields)) {
    if (field.input !== 'secret' || !run.interactive)
      throw new UsageError(`${flagOf(field)} is missing`, `"omen projects add ${kind} --help" tells what it is.`)
    Object.assign(fields, { [field.name]: await askSecret(run.io, field.label.en) })
  }
  const settings = { samplingInterval: 1, ...readSettings(options), projectName }
  const past = options.backfill === undefined ? {} : { backfillDays: options.backfill }
  const omen = await run.omen()
  const project = await sendFields(omen, fields, { isKept: true }, (sent) => {
    const type = kind === 'log' ? {} : { dataType }
    return omen.projects.addFetching(connector, { ...settings, ...type, ...past, ...sent })
  })
  run.result({ success: true, project }, () => renderProject(project, run))
  run.note(`Project ${projectName} is added and fetches from now on.`)
}

/** A forgotten --source would make a project that waits to be sent to. */
function requireNoFetching(kind: 'custom' | 'log', options: AddOptions): void {
  const typed = typedFlags(options as TypedOptions, connectorsOf(kind))
  const [flag] = options.backfill === undefined ? typed : [...typed, '--backfill']
  if (flag === undefined) return
  const sources = connectorsOf(kind).join(', ')
  throw new UsageError(`${flag} is for a project that fetches`, `Name where from with --source: ${sources}.`)
}
