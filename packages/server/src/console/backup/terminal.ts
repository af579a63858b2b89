import type { ArchiveEnd, ArchiveHead } from '../../domain/backup/index.ts'
import { createProgress, type Progress } from './progress.ts'
import { type Summary, summarise, summaryText } from './summary.ts'

/** Console output of these commands; a backup written to standard output must not be mixed with messages. */
export interface Terminal {
  readonly progress: Progress
  readonly warnings: readonly string[]
  finish(command: Summary['command'], file: string, result: { head: ArchiveHead; end: ArchiveEnd }): void
  /** Runs when the command is interrupted, before it ends. */
  onStop(work: () => Promise<void> | undefined): void
}

export function openTerminal(
  verb: string,
  options: { readonly json: boolean; readonly keepsStdout: boolean },
): Terminal {
  const warnings: string[] = []
  const tell = (text: string): void => void process.stderr.write(text)
  const progress = createProgress(verb, tell, Date.now)
  return {
    progress: {
      ...progress,
      warn(sentence) {
        warnings.push(sentence)
        progress.warn(sentence)
      },
    },
    warnings,
    finish(command, file, result) {
      const summary = summarise(command, file, result, warnings)
      const text = options.json ? `${JSON.stringify(summary)}\n` : summaryText(summary)
      if (options.keepsStdout) tell(text)
      else process.stdout.write(text)
    },
    onStop(work) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.once(signal, () => void Promise.resolve(work()).finally(() => process.exit(1)))
    },
  }
}
