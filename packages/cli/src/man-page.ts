import type { Command, Option } from 'commander'
import { helpOf } from './command.ts'
import { version } from './version.ts'

/** A command and those above it, such as "omen-upload-training". */
export function manName(command: Command): string {
  return command.parent ? `${manName(command.parent)}-${command.name()}` : command.name()
}

/** The manual page of a command in section 1, from the data that its help is made of. `after` is the end of the root's help. */
export function manPage(command: Command, after = ''): string {
  const { summary, description, examples } = helpOf(command)
  const name = manName(command)
  const spaced = name.replaceAll('-', ' ')
  const below = command.commands.filter((one) => !one.name().startsWith('_'))
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "omen ${version}" "Omen"`,
    ...['.SH NAME', `${escapeRoff(name)} \\- ${escapeRoff(summary)}`],
    ...['.SH SYNOPSIS', `${bold(spaced)} ${escapeRoff(command.usage())}`],
    ...['.SH DESCRIPTION', escapeRoff(description ?? summary)],
    ...section(
      'COMMANDS',
      below.map((one) => [`${spaced} ${one.name()}`, one.summary()]),
    ),
    ...section(
      'ARGUMENTS',
      command.registeredArguments.map((one) => [one.name(), one.description]),
    ),
    ...section('OPTIONS', command.options.map(describeOption)),
    ...section('GLOBAL OPTIONS', globalOptions(command).map(describeOption)),
    ...section(
      'EXAMPLES',
      examples.map(({ run, does }) => [run, does]),
    ),
    ...(after === '' ? [] : ['.SH NOTES', '.nf', ...after.trim().split('\n').map(escapeRoff), '.fi']),
    ...['.SH SEE ALSO', seeAlso(command, below)],
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, items: readonly (readonly [term: string, text: string])[]): string[] {
  if (items.length === 0) return []
  return [`.SH ${title}`, ...items.flatMap(([term, text]) => ['.TP', bold(term), escapeRoff(text)])]
}

/** By escapes, since a macro would take quotes for its own. */
const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`

function describeOption({ flags, description, argChoices, defaultValue }: Option): [string, string] {
  const isShown = ['string', 'number'].includes(typeof defaultValue)
  const notes = [argChoices && `choices: ${argChoices.join(', ')}`, isShown && `default: ${String(defaultValue)}`]
  const shown = notes.filter(Boolean).join('; ')
  return [flags, shown === '' ? description : `${description} (${shown})`]
}

function globalOptions(command: Command): Option[] {
  if (!command.parent) return []
  return command.parent.parent ? globalOptions(command.parent) : [...command.parent.options]
}

function seeAlso(command: Command, below: readonly Command[]): string {
  const others = [...(command.parent ? [command.parent] : []), ...below]
  return others.map((one) => `.BR ${escapeRoff(manName(one))} (1)`).join('\n')
}

/** Text for roff, in ASCII: backslashes, hyphens that are to be copied, and lines that begin with a control character. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replace(/[^\p{ASCII}]/gu, (letter) => `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
}
