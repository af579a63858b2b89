import type { FastifyReply } from 'fastify'

/** Nobody is left to read the answer. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft'
}

/** Aborted when the client disconnects before its answer is complete. */
export function leavingOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const leaving = new AbortController()
  const leave = (): void => {
    if (!raw.writableFinished) leaving.abort(new ClientLeft('the client left before its answer was complete'))
  }
  // It may have left while the request waited for its turn.
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return leaving.signal
}
