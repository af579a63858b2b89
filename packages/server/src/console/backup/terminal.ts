import type { ArchiveEnd, ArchiveHead } from '../../domain/backup/index.ts'

/** Reports progress on standard error. */
interface Progress {
  /** Called after each member of the archive. */
  part(item: string, bytes: number): void
  warn(sentence: string): void
}

/** What `--json` prints; the names stay as they are. */
interface Summary {
  readonly command: 'backup' | 'restore' | 'verify'
  readonly file: string
  /** When the data were as they are in the backup: ISO 8601. */
  readonly createdAt: string
  readonly omen: string
  readonly items: number
  readonly rows: number
  /** Before compression. */
  readonly bytes: number
  /** Of the archive up to its last member. */
  readonly sha256: string
  readonly warnings: readonly string[]
}

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

function summarise(
  command: Summary['command'],
  file: string,
  { head, end }: { head: ArchiveHead; end: ArchiveEnd },
  warnings: readonly string[],
): Summary {
  const { items, rows, bytes, sha256 } = end
  return { command, file, createdAt: head.createdAt, omen: head.omen, items, rows, bytes, sha256, warnings }
}

const VERBS = { backup: 'Wrote', restore: 'Restored', verify: 'Verified' } as const

function summaryText({ command, file, createdAt, items, rows, bytes, sha256 }: Summary): string {
  return `${VERBS[command]} ${file}: ${items} items, ${rows} rows, ${megabytes(bytes)}, as of ${createdAt}\nSHA-256 ${sha256}\n`
}

const EVERY_MS = 2000

function createProgress(verb: string, write: (line: string) => void, now: () => number): Progress {
  let members = 0
  let total = 0
  let said = now()
  return {
    part(item, bytes) {
      members++
      total += bytes
      if (now() - said < EVERY_MS) return
      said = now()
      write(`${verb}: ${members} members, ${megabytes(total)}, at ${item}\n`)
    },
    warn: (sentence) => write(`Warning: ${sentence}\n`),
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
