import type { Collection, ConnectionTest, Connector, Project, TestedConnection } from '@omen/sdk'
import { connectorsOf, connectors as forms } from '@omen/sdk/connectors'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'
import { SECRET_HELP } from '../../io/read-secret.ts'
import { sendFields } from '../../io/send-fields.ts'
import { renderConnectionTest } from '../../render/connection-test.ts'
import { addFieldOptions, readFields, type TypedOptions } from './field-options.ts'
import { addKindOptions, connectorFor, dataTypeFor, KINDS, type Kind } from './kinds.ts'
import { addIntervalOption, minutesOf } from './settings.ts'

const every = Object.keys(forms) as Connector[]

interface TestOptions {
  source?: string
  logs?: boolean
  search?: string
  every?: number
}

/** `omen projects test` */
export function projectsTest(cli: Cli): Command {
  const command = describeCommand('test', {
    summary: 'try a connection: samples, what there is to choose from, what it costs',
    description: `Asks a service for its newest samples, and keeps nothing. With the name of a project: its own connection, with what the options change. ${SECRET_HELP}`,
    examples: [
      { run: 'omen projects test shop', does: 'the connection that shop has' },
      { run: 'omen projects test shop --query node_load5', does: 'whether another query would work' },
      ...KINDS.slice(0, 1).map(({ name, example }) => ({
        run: `omen projects test ${name} ${example}`,
        does: 'before it is added',
      })),
      {
        run: 'omen projects test custom --source prometheus --address http://prometheus:9090 --search cpu',
        does: 'which metrics there are',
      },
    ],
  }).argument('<project>', 'name of a project that fetches; else a kind')
  addTestOptions(addFieldOptions(command, every)).action(act<TestOptions>(cli, runTestOfProject))
  for (const kind of KINDS) command.addCommand(testOfKind(cli, kind))
  return command
}

function addTestOptions(command: Command): Command {
  return addIntervalOption(command.option('--search <text>', 'part of the name of the choices to list'))
}

function testOfKind(cli: Cli, kind: Kind): Command {
  const { name, summary, example } = kind
  const command = describeCommand(name, {
    summary: `a connection to ${summary}`,
    description: `Tries a connection to ${summary}, and keeps nothing. ${SECRET_HELP}`,
    examples: [
      { run: `omen projects test ${name} ${example}`, does: 'before it is added' },
      { run: `omen projects test ${name} ${name}`, does: 'the connection of a project that is called like the kind' },
    ],
  }).argument('[project]', 'a project whose fields, secrets included, are taken for those that are not given')
  addTestOptions(addFieldOptions(addKindOptions(command, name), connectorsOf(name)))
  return command.action(
    act<TestOptions>(cli, async (run, options, [projectName]) => {
      if (projectName !== undefined) return runTestOfProject(run, options, [projectName])
      const connector = connectorFor(name, options.source)
      const dataType = dataTypeFor(connector, options.logs)
      await runTest(run, connector, options, { dataType })
    }),
  )
}

async function runTestOfProject(run: Run, options: TestOptions, [name = '']: string[]): Promise<void> {
  const { projects } = await run.omen()
  const { connector, samplingInterval } = requireConnector(await projects.get(name))
  await runTest(run, connector, options, { projectName: name, samplingInterval })
}

/** The service that a project fetches from. Throws if samples are sent to the project instead. */
function requireConnector({ collection, projectName, samplingInterval }: Project): {
  connector: Connector
  samplingInterval: number
} {
  return { connector: requireCollection(collection, projectName).connector, samplingInterval }
}

function requireCollection(collection: Collection | null, name: string): Collection {
  if (collection) return collection
  throw new CliError(`${name} is sent its data; it fetches nothing`, {
    code: 'NOT_FOUND',
    exit: EXIT_CODE.failed,
    hint: `"omen projects keys list ${name}" lists who may send to it.`,
  })
}

async function runTest(run: Run, connector: Connector, options: TestOptions, base: TestedConnection): Promise<void> {
  const fields = await readFields(run, options as TypedOptions, every)
  const omen = await run.omen()
  const { search, every: interval } = options
  const more = {
    ...(search !== undefined && { search }),
    ...(interval !== undefined && { samplingInterval: minutesOf(interval) }),
  }
  const tested: ConnectionTest = await sendFields(omen, fields, { isKept: false }, (sent) =>
    omen.projects.testConnection(connector, { ...base, ...more, ...sent }),
  )
  run.result({ ...tested, success: true }, () => renderConnectionTest(tested, run))
  for (const note of tested.notes) run.note(note)
  if (tested.samples.length === 0)
    run.note('The connection works, but there is no sample: choose what is fetched, or nothing is there now.')
}
