import { type IncomingMessage, request } from 'node:http'
import { BackupError } from '../../domain/backup/index.ts'
import { findControlPath } from './control-path.ts'

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
