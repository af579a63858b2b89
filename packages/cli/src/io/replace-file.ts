import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** New content of a file, under a name beside it until it is complete. */
export interface Replacement {
  /** Where to write. */
  readonly path: string
  /** Puts the new content in the place of the old one. */
  commit(): void
  /** Removes what was written, and returns the error with the name of the file that was meant. */
  discard(error: unknown): unknown
}

/** What is being written, and is removed where the program ends before it is whole. */
const unfinished = new Set<string>()
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true })
}

function endBy(signal: NodeJS.Signals): void {
  // Where another part takes the signal, that part ends the program
  if (process.listenerCount(signal) > 1) return
  removeUnfinished()
  process.off(signal, endBy)
  process.kill(process.pid, signal)
}

function begin(path: string): void {
  if (unfinished.size === 0) {
    process.on('exit', removeUnfinished)
    for (const signal of END_SIGNALS) process.on(signal, endBy)
  }
  unfinished.add(path)
}

function end(path: string): void {
  unfinished.delete(path)
  if (unfinished.size > 0) return
  process.off('exit', removeUnfinished)
  for (const signal of END_SIGNALS) process.off(signal, endBy)
}

/**
 * Begins to replace a file: until `commit`, and after a crash, its old content stays; a signal that ends the program leaves nothing beside it. A link is followed, and a file keeps
 * its mode. Written to directly are a device, a pipe, and a file in a folder that takes no others;
 * a file that is read-only stays so.
 */
export function beginReplacement(path: string): Replacement {
  const info = statSync(path, { throwIfNoEntry: false })
  const target = info ? realpathSync(path) : path
  const folder = dirname(target)
  if (isMissing(folder))
    throw new CliError(`${path}: there is no folder ${folder}`, {
      code: 'ENOENT',
      exit: EXIT_CODE.failed,
      hint: `Make it first: mkdir -p "${folder}"`,
    })
  if ((info && !(info.isFile() && isWritable(target))) || !isWritable(folder))
    return { path, commit: () => undefined, discard: (error) => named(error, path) }
  const beside = `${target}.${process.pid}.tmp`
  begin(beside)
  return {
    path: beside,
    commit() {
      if (info) chmodSync(beside, info.mode)
      renameSync(beside, target)
      end(beside)
    },
    discard(error) {
      rmSync(beside, { force: true })
      end(beside)
      return named(error, path)
    },
  }
}

/** Replaces a file as a whole. */
export function replaceFile(path: string, content: Uint8Array | string): void {
  const replacement = beginReplacement(path)
  try {
    writeFileSync(replacement.path, content)
    replacement.commit()
  } catch (error) {
    throw replacement.discard(error)
  }
}

function isMissing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** An error of the system about a file: a failed write does not name it. */
function named(error: unknown, path: string): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error
}
