import { readFile } from 'node:fs/promises'
import { UsageError } from '../failures.ts'
import type { Io } from './io.ts'
import { askSecret, readSecretFromStdin } from './prompt.ts'
import { readVariable } from './read-variable.ts'

/** How a secret is given, for the help of commands that take some. */
export const SECRET_HELP: string =
  'A secret is given as env:NAME, the environment variable; @FILE, the content of a file; or -, which asks without ' +
  'showing what is typed, or reads standard input in a script. It can be given as it is, too, but then it stays in the ' +
  "shell's history."

interface SecretReader {
  readonly io: Io
  /** Whether a person can be asked. */
  readonly interactive: boolean
  note(text: string): void
}

/** The secret that an option means: `env:NAME`, `@FILE`, `-`, or the secret itself. */
export async function readSecret(run: SecretReader, option: string, given: string): Promise<string> {
  const secret = (await secretOf(run, option, given)).trim()
  if (secret === '') throw new UsageError(`${option}: the secret is empty`)
  return secret
}

async function secretOf({ io, interactive, note }: SecretReader, option: string, given: string) {
  if (given === '-') return interactive ? askSecret(io, option) : readSecretFromStdin(io)
  if (given.startsWith('@')) return readFile(given.slice(1), 'utf8')
  if (!given.startsWith('env:')) {
    note(`${option} stands in the shell's history. env:NAME, @FILE or - keep it out.`)
    return given
  }
  const name = given.slice('env:'.length)
  const value = readVariable(io, name)
  if (value === undefined) throw new UsageError(`${option}: the environment variable ${name} is not set`)
  return value
}
