import { EXIT_CODE, type ExitCode } from '../exit-code.ts'
import type { Outcome } from '../results/outcome.ts'

/** Exit code of a run over files. */
export function exitOf(outcomes: readonly Outcome[]): ExitCode {
  return exitOfCounts(outcomes.filter(({ state }) => state === 'failed').length, outcomes.length)
}

/** Of a run over so many files: 0, 5 if some failed, 1 if all did. */
export function exitOfCounts(failed: number, files: number): ExitCode {
  if (failed === 0) return EXIT_CODE.ok
  return failed === files ? EXIT_CODE.failed : EXIT_CODE.partlyFailed
}
