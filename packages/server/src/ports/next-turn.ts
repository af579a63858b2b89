/** Resolves after pending I/O has been handled: long computations call it so that other requests are served in between. */
export function nextTurn(): Promise<void> {
  // biome-ignore lint/style/noRestrictedGlobals: it waits for no time, and every computation that yields calls this
  return new Promise((resolve) => setImmediate(resolve))
}

/** Milliseconds since an arbitrary moment, to measure how long a computation holds the thread. */
export function threadTime(): number {
  // biome-ignore lint/style/noRestrictedGlobals: nothing waits for it, and a test that advances its clock holds no thread
  return performance.now()
}
