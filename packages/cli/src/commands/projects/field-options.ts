import type { ConnectionFields, Connector } from '@omen/sdk'
import { type ConnectorField, connectors } from '@omen/sdk/connectors'
import { type Command, Option } from 'commander'
import type { Run } from '../../cli.ts'
import { repeatable } from '../../fail-on/gate.ts'
import { readSecret } from '../../io/read-secret.ts'
import { mayBeEmpty } from '../../require-given.ts'

/** The options of a command by their attribute. */
export type TypedOptions = Readonly<Record<string, unknown>>

/** `--access-key` of `access-key`, `--account-id` of `accountId`. */
export function flagOf({ name }: ConnectorField): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Options for the fields of these connectors, one for those of a name. */
export function addFieldOptions(command: Command, among: readonly Connector[]): Command {
  for (const [field, owners] of fieldsByName(among)) {
    const option = new Option(`${flagOf(field)} <${VALUE_NAMES[field.input]}>`, describeField(field, owners, among))
    if (field.choices) option.choices([...field.choices])
    if (field.input === 'list') option.argParser(repeatable((text: string) => text))
    command.addOption(mayBeEmpty(option))
  }
  return command
}

const VALUE_NAMES = { text: 'text', secret: 'secret', list: 'text', choice: 'name', file: 'file' } as const

function fieldsByName(among: readonly Connector[]): [ConnectorField, Set<Connector>][] {
  const found = new Map<string, [ConnectorField, Set<Connector>]>()
  for (const connector of among)
    for (const field of connectors[connector].fields) {
      const [, owners] = found.get(field.name) ?? found.set(field.name, [field, new Set()]).get(field.name)!
      owners.add(connector)
    }
  return [...found.values()]
}

function describeField(field: ConnectorField, owners: ReadonlySet<Connector>, among: readonly Connector[]): string {
  const hint = among.length === 1 && field.hint ? `: ${toOptionText(field.hint.en)}` : ''
  const of = owners.size < among.length ? ` of ${[...owners].join(', ')}` : ''
  const many = field.input === 'list' && !hint.includes('one each time') ? '; may be repeated' : ''
  const byDefault = field.choices && among.length === 1 ? ` (default: ${field.choices[0]})` : ''
  return `${field.label.en}${of}${hint}${many}${byDefault}`
}

/** On a command line a list has an entry each time that the option is given. */
function toOptionText(hint: string): string {
  const small = /^[A-Z][a-z]* /.test(hint) ? hint[0]!.toLowerCase() + hint.slice(1) : hint
  return small.replace('one a line', 'one each time')
}

/** The flags of the fields that were typed. */
export function typedFlags(options: TypedOptions, among: readonly Connector[]): string[] {
  return fieldsByName(among)
    .map(([field]) => flagOf(field))
    .filter((flag) => options[attributeOf(flag)] !== undefined)
}

function attributeOf(flag: string): string {
  return new Option(flag).attributeName()
}

/** The fields that were typed; secrets as they are meant, a key file still by its path. An empty text stands for none, in a list as well. */
export async function readFields(
  run: Run,
  options: TypedOptions,
  among: readonly Connector[],
): Promise<ConnectionFields> {
  const fields: Record<string, unknown> = {}
  for (const [field] of fieldsByName(among)) {
    const typed = options[attributeOf(flagOf(field))]
    if (typed === undefined) continue
    fields[field.name] = await readField(run, field, typed)
  }
  return fields
}

async function readField(run: Run, field: ConnectorField, typed: unknown): Promise<unknown> {
  if (Array.isArray(typed)) return typed.filter((text) => text !== '')
  return field.input === 'secret' && typed !== '' ? readSecret(run, flagOf(field), String(typed)) : typed
}
