import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from './omen-server.ts'

export type CliResult = { code: number | null; stdout: string; stderr: string }
/** A command that goes on: what it has written so far, and its end. */
export type RunningCli = { stdout(): string; ended: Promise<CliResult>; stop(): void }
export type OmenCli = {
  (args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<CliResult>
  start(args: string[]): RunningCli
}

/** The command line as a process, with a configuration folder of its own and no terminal. */
export function omenCli(url: string): OmenCli {
  const home = mkdtempSync(join(tmpdir(), 'omen-cli-'))
  const start = (args: string[], input = '', env: Record<string, string> = {}): RunningCli => {
    const cli = spawn(process.execPath, [join(repository, 'packages/cli/src/main.ts'), ...args], {
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_STATE_HOME: join(home, 'state'),
        OMEN_URL: url,
        ...env,
      },
    })
    let stdout = ''
    let stderr = ''
    cli.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    cli.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const ended = new Promise<CliResult>((resolve, reject) => {
      cli.once('error', reject)
      cli.once('close', (code) => resolve({ code, stdout, stderr }))
    })
    cli.stdin.end(input)
    return { stdout: () => stdout, ended, stop: () => void cli.kill('SIGINT') }
  }
  const run = (args: string[], { input, env }: { input?: string; env?: Record<string, string> } = {}) =>
    start(args, input, env).ended
  return Object.assign(run, { start: (args: string[]) => start(args) })
}
