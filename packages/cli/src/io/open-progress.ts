import type { Job } from '@omen/sdk'
import type { Run } from '../cli.ts'

/** How far one file or job is. */
export interface ProgressItem {
  name: string
  /** Bytes while a file is sent. */
  sent?: number
  total?: number
  job?: Job
  /** Set once it has ended. */
  ended?: 'done' | 'skipped' | 'failed'
}

/** Where progress is shown. */
export interface Progress {
  set(id: string, item: ProgressItem): void
  /** Says something while a screen is open, which writing beside it would break. */
  say(text: string): void
  close(): void
}

/** A screen on a terminal, nothing in a pipe, in CI or with `--json`. The screen is loaded only when it is drawn. */
export async function openProgress(run: Run, count: number): Promise<Progress> {
  if (!run.interactive) return { set() {}, say: run.note, close() {} }
  const { openProgressScreen } = await import('../screens/progress-screen.ts')
  return openProgressScreen(run.io, count)
}
