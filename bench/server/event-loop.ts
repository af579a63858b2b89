import { CannotMeasure } from '../budget.ts'

/** How long the event loop of a server was held up at most while something was done, in ms; its resolution is 10 ms. */
export async function longestBlock(origin: string, work: () => Promise<unknown>): Promise<number> {
  // The figure covers the time since it was last asked for.
  await readLag(origin)
  await work()
  return readLag(origin)
}

async function readLag(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new CannotMeasure('/metrics does not tell the lag of the event loop.')
  return Number(seconds) * 1000
}
