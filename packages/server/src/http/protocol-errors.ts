import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendOtlpError } from './otlp-answer.ts'
import type { ReportedError } from './reported-error.ts'

/** Protocols whose senders read errors in a format of their own, as `x-omen-errors` names them. */
export type ErrorFormat = 'elastic' | 'influx' | 'otlp'

const writers: Readonly<
  Record<ErrorFormat, (error: ReportedError, request: FastifyRequest, reply: FastifyReply) => void>
> = {
  elastic({ code, status, ...error }, _request, reply) {
    reply.send({ error: { type: code.toLowerCase(), reason: describe(error) }, status })
  },
  /** Version 1 of InfluxDB has its text in `error`. */
  influx({ status, ...error }, request, reply) {
    reply.send({ success: false, ...error, error: describe(error), requestId: request.id })
  },
  otlp: (error, request, reply) => sendOtlpError(error, describe(error), request, reply),
}

/** Sends an error in the format of the operation's protocol; false where it has none of its own. */
export function sendProtocolError(error: ReportedError, request: FastifyRequest, reply: FastifyReply): boolean {
  const format = request.routeOptions.config.operation?.errorFormat
  if (format === undefined) return false
  writers[format](error, request, reply.code(error.status))
  return true
}

function describe({ message, details }: Pick<ReportedError, 'message' | 'details'>): string {
  const sentences = details.map(({ field, line, message: detail }) => {
    const said = field ? `${field} ${detail}` : detail
    return line === undefined ? said : `${said} (line ${line})`
  })
  return [message, ...sentences].join(' ')
}
