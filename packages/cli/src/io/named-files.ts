import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { expandPaths } from './input-files.ts'

/** A table to evaluate: its path, and its name in labels, which for a file of a folder is its path within the folder. */
export interface NamedFile {
  path: string
  name: string
}

/** The tables that paths name; a folder stands for the CSV files in and below it, except `except`. */
export async function namedFiles(paths: readonly string[], except: string | undefined): Promise<NamedFile[]> {
  const found: NamedFile[] = []
  for (const path of paths) {
    const isFolder = path !== '-' && (await stat(path)).isDirectory()
    for (const file of await expandPaths([path])) {
      if (!isFolder) found.push({ path, name: path })
      else if (isTable(file.path, except)) found.push({ path: file.path, name: relative(path, file.path) })
    }
  }
  if (found.length > 0) return found
  const hint = 'Looked for .csv and .csv.gz in it and below.'
  throw new CliError(`${paths[0]}: no tables in this folder`, { code: 'NO_FILES', exit: EXIT_CODE.failed, hint })
}

function isTable(path: string, except: string | undefined): boolean {
  return /\.csv(\.gz)?$/i.test(path) && (except === undefined || resolve(path) !== resolve(except))
}
