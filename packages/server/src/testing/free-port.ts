import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that Linux and macOS give to connections, so that nobody takes it while its server is away. */
const [first, last] = [12_000, 32_000]

/** A free TCP port of 127.0.0.1 for another program to listen on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
