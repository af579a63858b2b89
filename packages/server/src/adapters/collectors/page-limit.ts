import { CollectorError } from '../../ports/collector.ts'
import { MAX_BATCH_SIZE } from './split-batches.ts'

/** How many lines one request asks for. It sinks for good where the service gives fewer, or where so many lines make too long an answer. */
export interface PageLimit {
  lines: number
}

export function createPageLimit(): PageLimit {
  return { lines: MAX_BATCH_SIZE }
}

/** Asks again with a lower limit where the service says which one it allows. */
export async function withinLimit<T>(
  limit: PageLimit,
  readAllowed: (text: string) => number | undefined,
  ask: (lines: number) => Promise<T>,
): Promise<T> {
  for (;;)
    try {
      return await ask(limit.lines)
    } catch (error) {
      if (!(error instanceof CollectorError)) throw error
      const isTooLong = error.fault === 'tooMuch'
      const allowed = isTooLong ? Math.floor(limit.lines / 4) : readAllowed(error.providerText ?? '')
      if (allowed === undefined || allowed < 2 || allowed >= limit.lines) throw error
      limit.lines = allowed
    }
}
