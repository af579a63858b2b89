import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { CollectorError } from '../../../ports/collector.ts'

const COMPRESSED = /\.(gz|zip|xz|bz2|zst|lz4)$/i

export interface LogFolder {
  /** Files of the path, by name; what is compressed is left out. */
  matching(): Promise<readonly string[]>
  /** All files of the folder beside them: what was renamed is among them. */
  others(): Promise<readonly string[]>
  /** Where a file is after all symbolic links; undefined where that is outside the folders that are allowed, or where it is gone. */
  resolve(file: string): Promise<string | undefined>
}

/** Rejects where the path is not within one of the folders, whatever links lead out of them. */
export async function openLogFolder(path: string, allowed: readonly string[]): Promise<LogFolder> {
  const [folder, pattern] = [dirname(normalize(path)), basename(path)]
  if (allowed.length === 0)
    throw refused('Whoever runs this server has to name the folders of log files in OMEN_LOG_FOLDERS.')
  if (!isAbsolute(path)) throw new CollectorError('query', { providerText: 'The path must begin with /.' })
  if (folder.includes('*'))
    throw new CollectorError('query', {
      providerText: '* is possible in the name of the file, not in that of a folder.',
    })
  const roots = await Promise.all(allowed.map((root) => realpath(root).catch(() => undefined)))
  const isAllowed = (real: string) => roots.some((root) => root !== undefined && (real + sep).startsWith(withSep(root)))
  // The same answer whether it is there or not
  if (!isAllowed(await realpath(folder).catch(() => folder)))
    throw refused(`${folder} is in none of the folders of OMEN_LOG_FOLDERS.`)
  const matches = toPattern(pattern)
  const list = async (isWanted: (name: string) => boolean) =>
    (await readFolder(folder))
      .filter((name) => isWanted(name) && !COMPRESSED.test(name))
      .map((name) => join(folder, name))
  return {
    matching: () => list((name) => matches.test(name)),
    others: () => list((name) => !matches.test(name)),
    async resolve(file) {
      const real = await realpath(file).catch(() => undefined)
      return real !== undefined && isAllowed(real) ? real : undefined
    },
  }
}

/** Names of log files in these folders. */
export async function listLogFiles(folders: readonly string[]): Promise<string[]> {
  const lists = folders.map(async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
      .map(({ name }) => join(folder, name))
  })
  return (await Promise.all(lists)).flat().sort()
}

async function readFolder(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    throw toFileError(error, folder)
  }
}

export function toFileError(error: unknown, path: string): CollectorError {
  const { code = '' } = error as NodeJS.ErrnoException
  const fault = code === 'ENOENT' ? 'notFound' : code === 'EACCES' || code === 'EPERM' ? 'permission' : 'providerFailed'
  return new CollectorError(fault, { providerText: `${path} cannot be read: ${code}.`, cause: error })
}

/** A name that begins with a dot has to be asked for with the dot. */
function toPattern(name: string): RegExp {
  const text = name.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${name.startsWith('*') ? '(?!\\.)' : ''}${text}$`)
}

function withSep(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep
}

function refused(providerText: string): CollectorError {
  return new CollectorError('permission', { providerText })
}
