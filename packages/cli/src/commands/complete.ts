import type { Omen } from '@omen/sdk'
import { Argument, type Command, type Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand, type LoadProgram } from '../command.ts'
import { type CommandWords, followWords, knownOptions } from '../command-words.ts'
import { connect, findConnection, requireToken, type Target } from '../io/client.ts'
import { findDetection } from '../io/find-detection.ts'
import { findModels } from '../io/find-models.ts'
import { configFolder } from '../io/folders.ts'
import { profileStore } from '../io/profile-store.ts'
import { mayBeEmpty } from '../require-given.ts'

const LIMIT_MS = 1500
const FILES = ':files'

/** `omen __complete`: completions at the cursor, one per line; called by the scripts of `omen completion`. */
export function complete(cli: Cli, loadProgram: LoadProgram): Command {
  return describeCommand('__complete', { summary: 'list completions', examples: [] })
    .addArgument(mayBeEmpty(new Argument('[word...]')))
    .allowUnknownOption()
    .action(
      act(cli, async (run, _options, words) => {
        const found = await completions(run, loadProgram, words)
        run.result({ success: true, completions: found }, () => found.join('\n'))
      }),
    )
}

async function completions(run: Run, loadProgram: LoadProgram, given: readonly string[]): Promise<string[]> {
  const { before, prefix, current } = splitWords(given)
  const position = followWords(await loadProgram(before), before)
  const asked: Question = { run, words: before, current, target: targetOf(before) }
  const { pending } = position
  const found = pending ? await valuesOf(asked, pending) : await nextWords(asked, position)
  return found
    .filter((word) => word === FILES || word.startsWith(current))
    .map((word) => (word === FILES ? word : prefix + word))
}

/** What is completed, and with which server and profile. */
interface Question {
  run: Run
  words: readonly string[]
  current: string
  target: Target
}

/** The words before the cursor; "--model=ch" is a value of its option, one word in zsh and fish and three in bash. */
function splitWords(given: readonly string[]): { before: string[]; prefix: string; current: string } {
  const words = given.flatMap((word, at) => (word === '=' && at < given.length - 1 ? [] : [word]))
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (last === '=') return { before, prefix: '', current: '' }
  const [, option, value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (option === undefined) return { before, prefix: '', current: last }
  return { before: [...before, option], prefix: `${option}=`, current: value ?? '' }
}

function targetOf(words: readonly string[]): Target {
  const given = (name: string): string | undefined => {
    const at = words.lastIndexOf(name)
    return at < 0 ? words.findLast((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) : words[at + 1]
  }
  return { url: given('--url'), profile: given('--profile') }
}

async function nextWords(asked: Question, { command, positionals }: CommandWords): Promise<string[]> {
  if (asked.current.startsWith('-'))
    return [...knownOptions(command), command.createOption('--help')].flatMap(({ long }) => (long ? [long] : []))
  const names = positionals.length > 0 ? [] : command.commands.map((one) => one.name())
  return [...names.filter((name) => !name.startsWith('_')), ...(await argumentsOf(asked, command, positionals))]
}

function argumentsOf(asked: Question, command: Command, positionals: readonly string[]): Promise<string[]> {
  const { registeredArguments } = command
  const last = registeredArguments.at(-1)
  const argument = registeredArguments[positionals.length] ?? (last?.variadic ? last : undefined)
  if (!argument) return Promise.resolve([])
  if (argument.argChoices) return Promise.resolve(argument.argChoices)
  if (command.name() === 'help') return Promise.resolve(namesBelow(command.parent!, positionals))
  const name = argument.name()
  if (name === 'model') return fromServer(asked, modelNames)
  if (name === 'project' && asked.words.includes('--detection')) return fromServer(asked, detectionIds)
  if (name === 'project') return fromServer(asked, projectNames)
  if (name === 'id' && command.name() === 'verdict') return fromServer(asked, findingIds(asked, positionals[0] ?? ''))
  if (name === 'key') return fromServer(asked, keyIds(positionals[0] ?? ''))
  if (name === 'version') return fromServer(asked, versionsOf(positionals[0] ?? ''))
  if (name === 'job') return fromServer(asked, jobIds)
  if (name === 'detection') return fromServer(asked, detectionIds)
  if (name === 'file' && command.parent?.name() === 'files') return fromServer(asked, fileNames)
  return Promise.resolve(/^(file|scores)$/.test(name) ? [FILES] : [])
}

function namesBelow(program: Command, words: readonly string[]): string[] {
  return followWords(program, words)
    .command.commands.map((one) => one.name())
    .filter((name) => !name.startsWith('_'))
}

async function valuesOf(asked: Question, option: Option): Promise<string[]> {
  if (option.argChoices) return option.argChoices
  if (option.long === '--model') return fromServer(asked, modelNames)
  if (option.long === '--profile') return Object.keys(await profileStore(configFolder(asked.run.io)).list())
  if (option.long === '--of-version') {
    const model = asked.words[asked.words.lastIndexOf('--model') + 1] ?? ''
    return fromServer(asked, versionsOf(model))
  }
  return /<file>/.test(option.flags) ? [FILES] : []
}

type Load = (omen: Omen, current: string, found: Set<string>, signal: AbortSignal) => Promise<unknown>

/** Names from the server: what has arrived in time, or none. A shell must not wait or show a failure. */
async function fromServer({ run, target, current }: Question, load: Load): Promise<string[]> {
  const found = new Set<string>()
  try {
    const connection = requireToken(await findConnection(run.io, target))
    await load(await connect(run.io, connection), current, found, AbortSignal.timeout(LIMIT_MS))
  } catch {
    // What was found before is shown.
  }
  return [...found]
}

/** The server filters by what is typed, so that the last of a thousand models is found as fast as the first. */
const modelNames: Load = async (omen, current, found, signal) => {
  const [q = ''] = current.split('@')
  for await (const model of omen.models.listAll({ q: q || undefined, pageSize: 500 }, { signal }))
    found.add(model.mine ? model.modelName : `${model.modelName}@${model.modelUserName}`)
}

const projectNames: Load = async (omen, current, found, signal) => {
  const [q = ''] = current.split('@')
  for await (const project of omen.projects.listAll({ q: q || undefined, pageSize: 500 }, { signal }))
    found.add(project.mine ? project.projectName : `${project.projectName}@${project.owner}`)
}

const findingIds =
  ({ words }: Question, reference: string): Load =>
  async (omen, _current, found, signal) => {
    const { periods } = words.includes('--detection')
      ? await findDetection(omen, reference)
      : await omen.live.analysis(reference, { span: 86_400_000, buckets: 1 }, { signal })
    for (const { id } of periods) found.add(id)
  }

const keyIds =
  (project: string): Load =>
  async (omen, _current, found, signal) => {
    for (const { name, id } of await omen.projects.keys(project, { signal })) found.add(name).add(id)
  }

const jobIds: Load = async (omen, _current, found, signal) => {
  for (const { id } of (await omen.jobs.list({ pageSize: 100 }, { signal })).items) found.add(id)
}

const detectionIds: Load = async (omen, current, found, signal) => {
  for (const { id } of (await omen.detections.list({ pageSize: 100 }, { signal })).items) found.add(id)
  const { items } = await omen.detections.list({ q: current || undefined, pageSize: 100 }, { signal })
  for (const { uploadFileName } of items) found.add(uploadFileName)
}

const fileNames: Load = async (omen, current, found, signal) => {
  const { items } = await omen.files.list({ q: current || undefined, pageSize: 500 }, { signal })
  for (const { uploadFileName } of items) found.add(uploadFileName)
}

const versionsOf =
  (reference: string): Load =>
  async (omen, _current, found) => {
    for (const { id } of await findModels(omen, reference))
      for (const { version } of await omen.models.versions(id)) found.add(String(version))
  }
