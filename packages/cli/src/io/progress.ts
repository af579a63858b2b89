import type { Job } from '@omen/sdk'

/** How far one file or job is. */
export interface ProgressItem {
  name: string
  /** Bytes while a file is sent. */
  sent?: number
  total?: number
  job?: Job
  /** Of anything else: the share that is done, and what is said beside it. */
  step?: { share: number | undefined; text: string }
  /** Set once it has ended. */
  ended?: 'done' | 'skipped' | 'failed'
}

/** Where progress is shown. */
export interface Progress {
  set(id: string, item: ProgressItem): void
  /** Prints a message while a screen is open, which a direct write would corrupt. */
  say(text: string): void
  close(): void
}
