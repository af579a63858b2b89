import type { Clock } from '@omen/sdk'
import { isPassing } from './is-passing.ts'

export interface KeepTrying {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called with the error when the server is not reached any more, and with undefined when it is reached again. */
  onContact(lost: Error | undefined): void
}

const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 10_000

/** Repeats calls until they are answered. What fails before anything was answered is thrown: the address may be wrong. */
export function keepTrying({ clock, signal, onContact }: KeepTrying): <T>(call: () => Promise<T>) => Promise<T> {
  let wasReached = false
  let isLost = false
  return async (call) => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LAST_WAIT_MS, 2 * waitMs)) {
      try {
        const answer = await call()
        wasReached = true
        if (isLost) onContact(undefined)
        isLost = false
        return answer
      } catch (error) {
        if (signal.aborted || !wasReached || !isPassing(error)) throw error
        if (!isLost) onContact(error)
        isLost = true
      }
      await clock.sleep(waitMs, signal)
    }
  }
}
