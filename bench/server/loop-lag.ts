/** The longest that the server's event loop was held since this was asked before, in ms, as the server itself measures it. */
export async function readLoopLag(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('the server does not measure its event loop')
  return Number(seconds) * 1000
}
