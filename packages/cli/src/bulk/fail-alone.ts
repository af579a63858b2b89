import { CliError } from '../failures.ts'
import type { Outcome } from '../results/outcome.ts'

/** Throws the failure of a single file, so that it is reported like any other failure, with its position and exit code. */
export function failAlone(outcomes: readonly Outcome[]): void {
  const [only, ...others] = outcomes
  if (only?.state !== 'failed' || others.length > 0) return
  const { message, exitCode: exit, ...rest } = only.error
  throw new CliError(message, { ...rest, exit })
}
