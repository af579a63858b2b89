import { setTimeout } from 'node:timers/promises'
import type { TestAnswer } from '../test-client.ts'

const PATIENCE_MS = 60_000

/** After how long to ask again, for a 503 with Retry-After; undefined for any other answer. */
export function tryAgainMs({ status, headers }: TestAnswer): number | undefined {
  const seconds = headers.get('Retry-After')
  return status === 503 && seconds !== null ? Number(seconds) * 1000 : undefined
}

/** Asks until the server can serve the request; the last answer if that takes more than a minute. */
export async function askUntilServed(request: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await request()
    const afterMs = tryAgainMs(answer)
    if (afterMs === undefined || Date.now() + afterMs > deadline) return answer
    await setTimeout(afterMs)
  }
}
