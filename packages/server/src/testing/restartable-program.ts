import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

export interface RestartableProgram {
  /** Ends it and keeps its data, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

const PATIENCE_MS = 30_000

/** A program with its data in a folder that goes when it stops; it is ready once `isReady` says so. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  isReady: () => Promise<boolean>,
): Promise<RestartableProgram> {
  let child: ChildProcess

  async function resume(): Promise<void> {
    child = spawn(program, args, { stdio: 'ignore', cwd: folder })
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
      if (await isReady().catch(() => false)) return
    }
    throw new Error(`${program} was not ready in time`)
  }

  async function pause(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }

  await resume()
  return {
    pause,
    resume,
    async stop() {
      await pause()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
