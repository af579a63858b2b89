import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** Descriptors that are open already, as `<(command)` passes them: reading them cannot wait for somebody to open them. */
const OPEN_DESCRIPTOR = /^\/(dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/

/** Whether a path can be read once only. */
export async function isReadOnce(path: string): Promise<boolean> {
  return path === '-' || !(await requireReadable(path)).isFile()
}

/** Throws a CliError for a named pipe, device or socket, where opening may wait for ever; what is open already may be read. */
async function requireReadable(path: string): Promise<Stats> {
  const info = await stat(path)
  if (info.isFile() || info.isDirectory() || (OPEN_DESCRIPTOR.test(path) && info.isFIFO())) return info
  throw notAFile(path, info)
}

/** Throws a CliError for a folder, and for what `requireReadable` does not let through. */
export async function requireNoFolder(path: string): Promise<void> {
  if ((await requireReadable(path)).isDirectory()) throw aFolder(path)
}

/** What is thrown for a folder where a file is to be read. */
export function aFolder(path: string, cause?: unknown): CliError {
  return new CliError(`${path}: it is a folder, not a file`, { code: 'EISDIR', exit: EXIT_CODE.failed, cause })
}

/** Throws a CliError for anything but a file or a folder: what is sent is read twice, once for its checksum. */
export async function requireRegular(path: string): Promise<Stats> {
  const info = await stat(path)
  if (info.isFile() || info.isDirectory()) return info
  throw notAFile(path, info)
}

function notAFile(path: string, info: Stats): CliError {
  const hint = `Pass its content through standard input: name "-" instead, and add < ${path}`
  const message = `${path}: this is ${kindOf(info)}, not a file`
  return new CliError(message, { code: 'NOT_A_FILE', exit: EXIT_CODE.usage, hint })
}

function kindOf(info: Stats): string {
  if (info.isFIFO()) return 'a pipe'
  if (info.isSocket()) return 'a socket'
  return 'a device'
}
