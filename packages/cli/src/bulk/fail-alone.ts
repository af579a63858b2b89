import { CliError } from '../failures.ts'
import type { Outcome } from './run-bulk.ts'

/** Throws the failure of a single file, so that it is told like any other failure, with its place and its exit code. */
export function failAlone(outcomes: readonly Outcome[]): void {
  const [only, ...others] = outcomes
  if (only?.state !== 'failed' || others.length > 0) return
  const { message, exitCode: exit, ...rest } = only.error
  throw new CliError(message, { ...rest, exit })
}
