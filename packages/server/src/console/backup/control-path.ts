import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The operating system's limit on a socket's path, with its closing NUL (104 on macOS, 108 on Linux). */
const maxPathBytes = 104
const socketName = 'control.sock'
/** Names the socket where it could not be in the data folder. */
const pointerName = 'control.path'

/** Where a server listens to its operator: in the data folder, or in a short folder that a file in it names. */
export function makeControlPath(data: string): { path: string; remove(): void } {
  const pointer = join(data, pointerName)
  const beside = resolve(data, socketName)
  rmSync(beside, { force: true })
  rmSync(pointer, { force: true })
  if (Buffer.byteLength(beside) < maxPathBytes) return { path: beside, remove: () => rmSync(beside, { force: true }) }
  const folder = mkdtempSync(join(tmpdir(), 'omen-'))
  writeFileSync(pointer, join(folder, socketName), { mode: 0o600 })
  const remove = (): void => {
    rmSync(pointer, { force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  return { path: join(folder, socketName), remove }
}

export function findControlPath(data: string): string {
  try {
    return readFileSync(join(data, pointerName), 'utf8')
  } catch {
    return resolve(data, socketName)
  }
}
