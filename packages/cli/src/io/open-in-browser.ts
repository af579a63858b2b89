import { spawn } from 'node:child_process'
import type { Io } from './io.ts'

/** Opens an address in the browser of the desktop, or in the program that BROWSER names; false if none could be started. */
export function openInBrowser(url: string, env: Io['env']): Promise<boolean> {
  const [command, args] = opener(env)
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      // The browser may stay for hours; the program does not wait for it.
      child.unref()
      resolve(true)
    })
  })
}

function opener({ BROWSER }: Io['env']): [command: string, args: string[]] {
  if (BROWSER) return [BROWSER, []]
  if (process.platform === 'darwin') return ['open', []]
  return process.platform === 'win32' ? ['explorer', []] : ['xdg-open', []]
}
