import { ApiProblem, type IngestResult, type Omen } from '@omen/sdk'
import { NotSignedInError } from '../failures.ts'
import { isPassing } from '../io/is-passing.ts'
import type { Batch } from './batch.ts'

export interface SendOptions {
  /** How long a batch is tried, in ms. */
  readonly retryMs: number
  readonly signal: AbortSignal
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Called when the server cannot be reached, or cannot keep up. */
  onWait(error: Error, waitMs: number): void
}

const KEY_HINT = 'Set OMEN_INGEST_KEY, or --key, to a valid one; "omen projects keys add PROJECT" makes one.'
const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 15_000

/** Sends a batch until it is acknowledged: a repeated one changes nothing. Throws for what another try would not change. */
export async function sendBatch(omen: Omen, batch: Batch, options: SendOptions): Promise<IngestResult> {
  const endsAt = options.now() + options.retryMs
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LAST_WAIT_MS, 2 * waitMs)) {
    try {
      return await batch.send(omen, options.signal)
    } catch (error) {
      const pause = Math.max(waitMs, retryAfter(error))
      options.signal.throwIfAborted()
      if (error instanceof ApiProblem && error.code === 'UNAUTHENTICATED')
        throw new NotSignedInError(error.message, KEY_HINT)
      if (!isPassing(error) || options.now() + pause > endsAt) throw error
      options.onWait(error, pause)
      await options.sleep(pause, options.signal)
    }
  }
}

function retryAfter(error: unknown): number {
  return error instanceof ApiProblem ? (error.retryAfterMs ?? 0) : 0
}
