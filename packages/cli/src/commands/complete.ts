import type { Omen } from '@omen/sdk'
import type { Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'

const limitMs = 1500

/** `omen __complete`: completions at the cursor, one per line; called by the scripts of `omen completion`. */
export function complete(cli: Cli, program: Command): Command {
  return describeCommand('__complete', { summary: 'list completions', examples: [] })
    .argument('[word...]')
    .allowUnknownOption()
    .action(
      act(cli, async (run, _options, words) => {
        const found = await completions(run, program, words)
        run.result({ success: true, completions: found }, () => found.join('\n'))
      }),
    )
}

async function completions(run: Run, program: Command, words: readonly string[]): Promise<string[]> {
  const current = words.at(-1) ?? ''
  const { command, rest } = commandOf(program, words.slice(0, -1))
  const before = rest.at(-1) ?? ''
  const pending = optionsOf(command).find(
    (option) => (option.required || option.variadic) && (option.long === before || option.short === before),
  )
  const found = pending ? await valuesOf(run, pending) : await nextWords(run, command, current)
  return found.filter((word) => word === ':files' || word.startsWith(current))
}

/** The deepest command that the words name, and the words after it. */
function commandOf(program: Command, words: readonly string[]): { command: Command; rest: string[] } {
  let command = program
  let rest: string[] = []
  for (const word of words) {
    const below = rest.length === 0 ? command.commands.find((one) => one.name() === word) : undefined
    if (below) command = below
    else rest = [...rest, word]
  }
  return { command, rest }
}

function optionsOf(command: Command): Option[] {
  const own = [...command.options]
  return command.parent ? [...own, ...optionsOf(command.parent)] : own
}

async function nextWords(run: Run, command: Command, current: string): Promise<string[]> {
  const options = [...optionsOf(command), command.createOption('--help')].flatMap(({ long }) => (long ? [long] : []))
  if (current.startsWith('-')) return options
  const names = command.commands.map((one) => one.name()).filter((name) => !name.startsWith('_'))
  return [...names, ...(await argumentsOf(run, command))]
}

function argumentsOf(run: Run, command: Command): Promise<string[]> {
  const [argument] = command.registeredArguments
  if (!argument) return Promise.resolve([])
  if (argument.argChoices) return Promise.resolve(argument.argChoices)
  const parent = command.parent?.name()
  if (parent === 'models') return fromServer(run, modelNames)
  if (parent === 'jobs') return fromServer(run, jobIds)
  if (parent === 'files') return fromServer(run, fileNames)
  return Promise.resolve([':files'])
}

function valuesOf(run: Run, option: Option): Promise<string[]> {
  if (option.argChoices) return Promise.resolve(option.argChoices)
  if (option.long === '--model') return fromServer(run, modelNames)
  return Promise.resolve(['--filter', '--journal'].includes(option.long ?? '') ? [':files'] : [])
}

/** Names from the server, or none: a shell must not wait or show a failure. */
async function fromServer(run: Run, load: (omen: Omen, signal: AbortSignal) => Promise<string[]>): Promise<string[]> {
  try {
    return await load(await run.omen(), AbortSignal.timeout(limitMs))
  } catch {
    return []
  }
}

async function modelNames(omen: Omen, signal: AbortSignal): Promise<string[]> {
  const { items } = await omen.models.list({ pageSize: 500 }, { signal })
  return [
    ...new Set(items.map((model) => (model.mine ? model.modelName : `${model.modelName}@${model.modelUserName}`))),
  ]
}

async function jobIds(omen: Omen, signal: AbortSignal): Promise<string[]> {
  return (await omen.jobs.list({ pageSize: 100 }, { signal })).items.map(({ id }) => id)
}

async function fileNames(omen: Omen, signal: AbortSignal): Promise<string[]> {
  const { items } = await omen.files.list({ pageSize: 100 }, { signal })
  return [...new Set(items.map(({ uploadFileName }) => uploadFileName))]
}
