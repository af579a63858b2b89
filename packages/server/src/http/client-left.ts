import type { FastifyReply } from 'fastify'

/** Nobody is left to read the answer. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft'
}

/** Aborted when the client disconnects before its answer is complete. */
export function leavingOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new ClientLeft('the client left before its answer was complete'))
  })
  return leaving.signal
}
