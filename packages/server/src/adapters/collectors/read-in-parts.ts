import { CollectorError, type CollectWindow } from '../../ports/collector.ts'

/** One answer for a window, or for its halves, one after the other, where it would be more than an answer may be. */
export async function* readInParts<T>(
  window: CollectWindow,
  read: (window: CollectWindow) => Promise<T>,
): AsyncGenerator<T> {
  const { from, to, stepMs } = window
  const steps = Math.floor((to - from) / stepMs)
  let whole: T
  try {
    whole = await read(window)
  } catch (error) {
    if (!(error instanceof CollectorError) || error.fault !== 'tooMuch' || steps < 2) throw error
    const middle = from + Math.floor(steps / 2) * stepMs
    yield* readInParts({ from, to: middle, stepMs }, read)
    yield* readInParts({ from: middle, to, stepMs }, read)
    return
  }
  yield whole
}
