/** Resolves after pending I/O has been handled: long computations call it so that other requests are served in between. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
