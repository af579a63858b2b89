import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeControlPath } from './control-path.ts'

export interface ControlOptions {
  readonly data: string
  /** Makes a backup of what the server has open. */
  backup(): AsyncGenerator<Uint8Array, void>
  /** The client disconnected before the end. */
  onLeft(): void
  onError(error: unknown): void
}

export interface ControlSocket {
  close(): Promise<void>
}

/** After and before the first byte. */
const CLIENT_LEFT: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'])

/**
 * How `omen-server backup` reaches the server that holds the embedded stores. Whoever may open the socket may read the data
 * folder too, so there is no login; no network leads there.
 */
export async function openControlSocket(options: ControlOptions): Promise<ControlSocket> {
  const { path, remove } = makeControlPath(options.data)
  const answering = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const answered = answer(request, response, options)
      .catch((error: NodeJS.ErrnoException) =>
        CLIENT_LEFT.has(error.code) ? options.onLeft() : options.onError(error),
      )
      .finally(() => answering.delete(answered))
    answering.add(answered)
  })
  await listenPrivately(server, path)
  return {
    // The stores may be closed only after the backup has released them.
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(answering)
      remove()
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ControlOptions): Promise<void> {
  request.resume()
  if (request.method !== 'POST' || request.url !== '/backup') return void response.writeHead(404).end()
  const chunks = options.backup()
  const first = await chunks.next().catch((error: Error) => error)
  if (first instanceof Error) {
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' }).end(first.message)
    return
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    if (!(first instanceof Error) && !first.done) yield first.value
    yield* chunks
  }
  response.writeHead(200, { 'Content-Type': 'application/x-tar' })
  try {
    await pipeline(Readable.from(all(), { objectMode: false }), response)
  } finally {
    // Where the client has left already, `all` was never begun and has not ended them.
    await chunks.return()
  }
}

/** The socket is made while listening begins, and with the mask no other user can reach it for a moment. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(mask)
  }
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
}
