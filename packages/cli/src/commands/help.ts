import type { Command } from 'commander'
import { describeCommand } from '../command.ts'

/** `omen help`; the words are turned into "X --help" before they are parsed, see `parseWords`. */
export function help(): Command {
  return describeCommand('help', {
    summary: 'show the help of a command',
    examples: [{ run: 'omen help upload training', does: 'the same as "omen upload training --help"' }],
  }).argument('[command...]', 'which command')
}
