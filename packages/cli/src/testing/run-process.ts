import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Shell } from '../completion-scripts.ts'
import { CHILD_LIMITS } from './child-limits.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The program as a shell would call it, in a variable. */
const omenInShell: string = `"${process.execPath}" --disable-warning=ExperimentalWarning "${main}"`

/** How a process ended, and what it wrote. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** Runs a script in a shell, where `omen` calls the program; `env` is added to a bare environment. */
export function runShell(script: string, env: Record<string, string> = {}, shell: Shell = 'bash'): Promise<Ended> {
  const omen = shell === 'fish' ? `function omen; ${omenInShell} $argv; end` : `omen() { ${omenInShell} "$@"; }`
  const child = spawn(shell, [...(shell === 'zsh' ? ['-f'] : []), '-c', `${omen}\n${script}`], { env: bare(env) })
  return ended(child)
}

/** Starts the program itself, for signals. */
export function startProcess(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    ...CHILD_LIMITS,
    env: bare(env),
  })
}

function bare(env: Record<string, string>): Record<string, string> {
  // Without its compile cache, Node spends as long again on every start.
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, NODE_COMPILE_CACHE, HOME: '/nowhere', CI: '1', ...env }
}

/** Waits for the end of a process. */
export function ended(child: ChildProcess): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    text.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text.stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...text }))
  })
}
