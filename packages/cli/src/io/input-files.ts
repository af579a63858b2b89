import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { exitCode } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'

/** A file named on the command line; `-` is standard input. */
export interface InputFile {
  path: string
  bytes: number
}

const readable = /\.(csv|csv\.gz|log|log\.gz|jsonl|jsonl\.gz|ndjson)$/i

/** The files that paths name; a folder stands for the data files in and below it, sorted by name. */
export async function expandPaths(paths: readonly string[]): Promise<InputFile[]> {
  if (paths.includes('-') && paths.length > 1) throw new UsageError('"-" (standard input) stands alone')
  const files: InputFile[] = []
  for (const path of paths) files.push(...(path === '-' ? [{ path, bytes: 0 }] : await expand(path)))
  const seen = new Set<string>()
  return files.filter(({ path }) => !seen.has(path) && seen.add(path))
}

async function expand(path: string): Promise<InputFile[]> {
  const info = await stat(path)
  if (!info.isDirectory()) return [{ path, bytes: info.size }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const found = entries
    .filter((entry) => entry.isFile() && readable.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(byName)
  if (found.length === 0) {
    const hint = 'Looked for .csv, .log, .jsonl and their .gz in it and below.'
    throw new CliError(`${path}: no data files in this folder`, { code: 'NO_FILES', exit: exitCode.failed, hint })
  }
  return Promise.all(found.map(async (file) => ({ path: file, bytes: (await stat(file)).size })))
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })
