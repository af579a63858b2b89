import { type ExitCode, exitCode } from '../exit-code.ts'
import type { Outcome } from '../results/outcome.ts'

/** Exit code of a run over files: 0, 5 if some failed, 1 if all did. */
export function exitOf(outcomes: readonly Outcome[]): ExitCode {
  const failed = outcomes.filter(({ state }) => state === 'failed').length
  if (failed === 0) return exitCode.ok
  return failed === outcomes.length ? exitCode.failed : exitCode.partlyFailed
}
