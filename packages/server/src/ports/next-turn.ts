/** Resolves after pending I/O has been handled: long computations call it so that other requests are served in between. */
export function nextTurn(): Promise<void> {
  // biome-ignore lint/style/noRestrictedGlobals: it waits for no time, and whoever has to yield calls this
  return new Promise((resolve) => setImmediate(resolve))
}
