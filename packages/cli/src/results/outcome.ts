import type { ErrorDetail, Job, JobResult } from '@omen/sdk'
import type { ExitCode } from '../exit-code.ts'

/** A failure as it is reported: on stderr as text, or as one JSON object with `--json`. */
export interface ErrorReport {
  code: string
  message: string
  hint?: string | undefined
  details?: readonly ErrorDetail[] | undefined
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  exitCode: ExitCode
}

/** The result of sending a file: `started` if its job was not waited for. */
export interface Sent {
  state: 'done' | 'skipped' | 'started'
  job?: Job
  result: JobResult
}

/** The outcome of a file. */
export type Outcome = { path: string; name: string; model?: string } & (Sent | { state: 'failed'; error: ErrorReport })
