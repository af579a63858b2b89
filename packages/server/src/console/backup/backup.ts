import { existsSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { FolderLocked } from '../../adapters/folder-lock/lock-folder.ts'
import { composeStores } from '../../compose.ts'
import { serverVersion } from '../../config/server-version.ts'
import type { Settings } from '../../config/settings.ts'
import { type ArchiveHead, BackupError, createBackup, faultSentence, readArchive } from '../../domain/backup/index.ts'
import type { BackupCommand } from '../arguments.ts'
import { findControlPath } from './control-path.ts'
import { type Output, openOutputFile, openStandardOutput, requireNew } from './output.ts'
import type { Terminal } from './terminal.ts'

/**
 * Writes a backup and verifies it while writing, so that only a verified file gets its final name. Returns whether the
 * backup is complete.
 */
export async function backUp(
  settings: Settings,
  { file, force }: Pick<BackupCommand, 'file' | 'force'>,
  terminal: Terminal,
): Promise<boolean> {
  if (file !== '-' && !force) requireNew(file)
  const source = await openSource(settings)
  try {
    const { head, end } = await write(source.chunks, file, terminal)
    terminal.finish('backup', file, { head, end })
  } finally {
    await source.close()
  }
  return terminal.warnings.length === 0
}

interface Source {
  readonly chunks: AsyncIterable<Uint8Array>
  close(): Promise<void>
}

/** Embedded stores belong to the server while it runs, so it makes the backup; else this process opens them itself. */
async function openSource(settings: Settings): Promise<Source> {
  const isEmbedded = settings.databaseUrl === null || settings.clickhouseUrl === null
  if (isEmbedded && !existsSync(settings.data))
    throw new BackupError(`There is no data folder ${settings.data}: name the server's with OMEN_DATA.`)
  try {
    const { stores, close } = await composeStores(settings)
    return { chunks: createBackup(stores, { omen: serverVersion, now: Date.now() }), close }
  } catch (error) {
    if (!(error instanceof FolderLocked)) throw error
    return { chunks: await askServer(settings.data), close: async () => {} }
  }
}

/** Requests a backup from the running server. */
export async function askServer(data: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await post(findControlPath(data), '/backup')
  if (response.statusCode === 200) return translated(response)
  let reason = ''
  for await (const chunk of response) reason += chunk
  throw new BackupError(reason || `The server refused with ${response.statusCode}.`)
}

function post(socketPath: string, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method: 'POST', agent: false }, resolve)
    sent.on('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EACCES' ? 'this user may not talk to it' : 'it does not answer at its control socket'
      reject(new BackupError(`A server is running on the data folder, but ${why} (${socketPath}).`, cause))
    })
    sent.end()
  })
}

async function* translated(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response
  } catch (cause) {
    throw new BackupError('The server aborted the backup; its log says why.', cause)
  }
}

async function write(chunks: AsyncIterable<Uint8Array>, file: string, { progress, onStop }: Terminal) {
  let head: ArchiveHead | undefined
  let output: Output | undefined
  onStop(() => output?.abandon())
  async function* written(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      // Opened only once there is something to write, so that a refusal leaves an earlier attempt untouched.
      output ??= file === '-' ? openStandardOutput() : await openOutputFile(file)
      await output.write(chunk)
      yield chunk
    }
  }
  try {
    const end = await readArchive(written(), {
      head(read) {
        head = read
      },
      part: (item, bytes) => progress.part(item, bytes.length),
      item(entry) {
        if (entry.fault) progress.warn(faultSentence(entry))
      },
    })
    await output!.complete()
    return { head: head!, end }
  } catch (error) {
    await output?.abandon()
    throw error
  }
}
