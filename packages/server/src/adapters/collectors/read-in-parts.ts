import { CollectorError, type CollectWindow } from '../../ports/collector.ts'

/** One answer for a window, or for its halves, one after the other, where it would be more than an answer may be. */
export function readInParts<T>(
  window: CollectWindow,
  read: (window: CollectWindow) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  return streamInParts(window, async function* (part) {
    yield await read(part)
  })
}

/** As `readInParts`, of answers that are read as they come: what came of a window before it was too much comes again with its halves. */
export async function* streamInParts<T>(
  window: CollectWindow,
  read: (window: CollectWindow) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const { from, to, stepMs } = window
  const steps = Math.floor((to - from) / stepMs)
  try {
    yield* read(window)
  } catch (error) {
    if (!(error instanceof CollectorError) || error.fault !== 'tooMuch' || steps < 2) throw error
    const middle = from + Math.floor(steps / 2) * stepMs
    yield* streamInParts({ from, to: middle, stepMs }, read)
    yield* streamInParts({ from: middle, to, stepMs }, read)
  }
}
