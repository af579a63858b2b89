import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** ClickHouse's HTTP interface over a chDB in a process of its own, since a process may have only one chDB. */
export async function startClickHouseBridge(): Promise<{ url: string; close(): Promise<void> }> {
  const script = fileURLToPath(new URL('./clickhouse-bridge-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', (code) => reject(new Error(`the bridge ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      // Its standard input is its life line, so that it also ends when the tests are killed.
      child.stdin.end()
      await ended
    },
  }
}
