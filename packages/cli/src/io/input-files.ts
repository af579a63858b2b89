import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { counted } from '../render/figures.ts'
import { requireRegular } from './require-regular.ts'

/** A file named on the command line; `-` is standard input. */
export interface InputFile {
  path: string
  bytes: number
}

const TABLE = /\.csv(\.gz)?$/i
const LOG = /\.(log|jsonl|ndjson)(\.gz)?$/i

/**
 * The files that paths name; a folder stands for the tables in and below it, sorted by name. Logs of a folder are left
 * out, since models are trained and run on tables, and reported to `note`.
 */
export async function expandPaths(
  paths: readonly string[],
  note: (text: string) => void = () => undefined,
): Promise<InputFile[]> {
  if (paths.includes('-') && paths.length > 1) throw new UsageError('"-" (standard input) stands alone')
  const files: InputFile[] = []
  for (const path of paths) files.push(...(path === '-' ? [{ path, bytes: 0 }] : await expand(path, note)))
  const seen = new Set<string>()
  return files.filter(({ path }) => !seen.has(path) && seen.add(path))
}

async function expand(path: string, note: (text: string) => void): Promise<InputFile[]> {
  const info = await requireRegular(path)
  if (!info.isDirectory()) return [{ path, bytes: info.size }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const visible = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  const found = visible
    .filter(({ name }) => TABLE.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(byName)
  const logs = visible.filter(({ name }) => LOG.test(name)).length
  const aboutLogs = logs === 0 ? '' : `${counted(logs, 'log')} left out: "omen logs findings FILE" reads a log.`
  if (found.length === 0) {
    const hint = aboutLogs || 'Looked for .csv and .csv.gz in it and below.'
    throw new CliError(`${path}: no tables in this folder`, { code: 'NO_FILES', exit: EXIT_CODE.failed, hint })
  }
  if (logs > 0) note(`${path}: ${aboutLogs}`)
  return Promise.all(found.map(async (file) => ({ path: file, bytes: (await stat(file)).size })))
}

const { compare: byName } = new Intl.Collator('en', { numeric: true })
