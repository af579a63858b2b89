import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The operating system's limit on a socket's path, with its closing NUL (104 on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 104
const SOCKET_NAME = 'control.sock'
/** Names the socket where it could not be in the data folder. */
const POINTER_NAME = 'control.path'

/** Where a server listens to its operator: in the data folder, or in a short folder that a file in it names. */
export function makeControlPath(data: string): { path: string; remove(): void } {
  const pointer = join(data, POINTER_NAME)
  const beside = resolve(data, SOCKET_NAME)
  rmSync(beside, { force: true })
  rmSync(pointer, { force: true })
  if (Buffer.byteLength(beside) < MAX_PATH_BYTES) return { path: beside, remove: () => rmSync(beside, { force: true }) }
  const folder = mkdtempSync(join(tmpdir(), 'omen-'))
  writeFileSync(pointer, join(folder, SOCKET_NAME), { mode: 0o600 })
  const remove = (): void => {
    rmSync(pointer, { force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  return { path: join(folder, SOCKET_NAME), remove }
}

export function findControlPath(data: string): string {
  try {
    return readFileSync(join(data, POINTER_NAME), 'utf8')
  } catch {
    return resolve(data, SOCKET_NAME)
  }
}
