import { type ExitCode, exitCode } from '../exit-code.ts'
import type { Outcome } from './run-bulk.ts'

/** How a run over files ends: 0, 5 where some failed, 1 where all did. */
export function exitOf(outcomes: readonly Outcome[]): ExitCode {
  const failed = outcomes.filter(({ state }) => state === 'failed').length
  if (failed === 0) return exitCode.ok
  return failed === outcomes.length ? exitCode.failed : exitCode.partlyFailed
}
