import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is not complete yet: an event stream, or a request that waits for a job. */
export interface OpenAnswer {
  readonly accountId: string | null
  end(): void
  /** Ends the answer if its reader is no longer authorised, or if that cannot be determined. */
  authoriseAgain(): Promise<void>
}

export interface WaitOptions {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Rejects if the reader is no longer authorised. */
  authorise(): Promise<unknown>
}

/**
 * Runs work that waits. `ended` is aborted when the reader is no longer authorised, has gone, or the server stops; the work
 * then gives what it has. Where the reader is no longer authorised, that is answered in its place (`request.refusal`).
 */
export async function waitAuthorised<T>(
  { request, reply, authorise }: WaitOptions,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const { openAnswers } = request.server
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const waiting: OpenAnswer = {
    accountId: request.caller?.accountId ?? null,
    end,
    authoriseAgain: () =>
      authorise().then(
        () => {},
        (error: unknown) => {
          request.refusal = error
          end()
        },
      ),
  }
  openAnswers.add(waiting)
  reply.raw.once('close', end)
  try {
    // Credentials revoked before the wait began did not notify it.
    await waiting.authoriseAgain()
    return await work(ending.signal)
  } finally {
    openAnswers.delete(waiting)
    reply.raw.off('close', end)
  }
}
