import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'
import type { Clock, StopTimer } from '../ports/clock.ts'

type BodyLimits = Pick<Settings, 'bodySeconds' | 'minUploadRate'>

/**
 * Rejects requests whose body does not arrive: a body that is parsed as a whole must be complete in `bodySeconds`; an upload
 * may take longer, but must deliver `minUploadRate` bytes a second in each such span. What comes after an answer is passed over
 * for as long, so that a sender that is still sending reads the answer.
 */
export function addBodyGuard(app: FastifyInstance, { settings, clock }: Pick<Context, 'settings' | 'clock'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (announcesBody(request)) watchBody(request, reply, settings, clock)
  })
}

function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodySeconds, minUploadRate }: BodyLimits,
  clock: Clock,
): void {
  const { raw } = request
  const needed = isUpload(request) ? minUploadRate * bodySeconds : Number.POSITIVE_INFINITY
  let seen = raw.socket.bytesRead
  const stopTimer = clock.every(bodySeconds * 1000, () => {
    const arrived = raw.socket.bytesRead - seen
    seen += arrived
    if (reply.sent || (arrived < needed && !isHeldBack(request))) refuse(request, reply, stopTimer)
  })
  raw.once('end', stopTimer)
  raw.once('close', stopTimer)
}

function refuse(request: FastifyRequest, reply: FastifyReply, stopTimer: StopTimer): void {
  stopTimer()
  // An answer that was given before its body had come leaves Node waiting for the rest.
  if (reply.sent) return void request.raw.socket.destroy()
  reply.header('Connection', 'close')
  const refusal = new DomainError('REQUEST_TIMEOUT')
  const { raw } = request
  // Node forgets a request that was answered: whoever reads its body would wait for ever.
  raw.socket.once('close', () => raw.destroy(refusal))
  reply.raw.once('finish', () => raw.socket.destroySoon())
  reply.send(refusal)
}

/** Whether received bytes are still unread: a slow store must not count against the sender. */
function isHeldBack({ raw }: FastifyRequest): boolean {
  return raw.readableLength >= raw.readableHighWaterMark
}

function announcesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Multipart and raw bodies are streams; all others are parsed as a whole. */
function isUpload(request: FastifyRequest): boolean {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const isParsed = mediaType === 'application/json' || mediaType === 'application/x-www-form-urlencoded'
  return !isParsed && request.routeOptions.config.operation?.bodies.has(mediaType) === true
}
