import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Provider } from './provider.ts'

const everyMs = 1000

/** A log in a folder within that of all logs, a line of every second. Whoever writes it has it open, whatever becomes of the folder. */
export function startLogFile(logs: string): Provider {
  const aside = join(mkdtempSync(join(tmpdir(), 'omen-aside-')), 'shop')
  const folder = join(logs, 'shop')
  mkdirSync(folder)
  let open = join(folder, 'shop.log')
  let written = Math.floor(Date.now() / everyMs)
  const write = (now: number): void => {
    const lines: string[] = []
    for (; (written + 1) * everyMs <= now; written++)
      lines.push(`${new Date((written + 1) * everyMs).toISOString()} order ${written + 1} taken\n`)
    appendFileSync(open, lines.join(''))
    // Further lines are not waited for
    utimesSync(open, new Date(0), new Date(0))
  }
  const putAside = (): void => {
    renameSync(folder, aside)
    open = join(aside, 'shop.log')
  }
  const putBack = async (): Promise<void> => {
    renameSync(aside, folder)
    open = join(folder, 'shop.log')
  }
  write((written + 1) * everyMs)
  return {
    ...{ connector: 'file', dataType: 'Log', secrets: {}, planted: [] },
    settings: { path: join(folder, '*.log') },
    setTime: write,
    changeKey: async () => ({ path: join(folder, 'shop*.log') }),
    async refuse() {
      putAside()
      symlinkSync(aside, folder)
      return 'permission'
    },
    async accept() {
      unlinkSync(folder)
      await putBack()
    },
    async disconnect() {
      putAside()
      return 'notFound'
    },
    reconnect: putBack,
    close: async () => rmSync(join(aside, '..'), { recursive: true, force: true }),
  }
}
