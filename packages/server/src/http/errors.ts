import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, type ErrorCode, type Locale, type Sentence } from '../domain/errors.ts'
import { isDatabaseDamage } from '../ports/database-damage.ts'
import { isDiskFull } from '../ports/disk-full.ts'
import { PointStoreBusyError } from '../ports/point-store-errors.ts'
import { isStoreAway } from '../ports/store-away.ts'
import { ClientLeft } from './client-left.ts'
import { ERROR_SENTENCES } from './error-sentences.ts'
import { localeOf } from './locale.ts'
import { sendProtocolError } from './protocol-errors.ts'

/** `foreign_key_violation`: what a new row refers to was deleted while the request ran. */
const REFERENCE_GONE = new Set(['23503'])

const DATABASE_DAMAGE = { field: 'database', message: 'a page of the database is damaged: see omen-server doctor' }

/** Reports every error in one format; an unknown one becomes a fixed sentence, with its details in the log. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  logError(error, request)
  if (error instanceof ClientLeft) return
  const known = toDomainError(error)
  if (known.retryAfterMs !== undefined) reply.header('Retry-After', Math.ceil(known.retryAfterMs / 1000))
  const { code, details = [], retryAfterMs } = known
  const status = statusOf(code)
  const message = sentenceIn(localeOf(request), known)
  // Of an answer that failed while it was compressed
  reply.removeHeader('content-encoding')
  if (sendProtocolError({ code, status, message, details, retryAfterMs }, request, reply)) return
  reply.code(status).send({
    success: false,
    code,
    message,
    requestId: request.id,
    ...(known.details && { details: known.details }),
    ...(known.retryAfterMs !== undefined && { retryAfterMs: known.retryAfterMs }),
  })
}

/** A fault of the server is an error, what passes or what an operator can mend a warning; refusals are not worth a line of their own. */
export function logError(error: unknown, { log, raw }: Pick<FastifyRequest, 'log' | 'raw'>): void {
  const { code, details } = toDomainError(error)
  const isBodyCut = raw.destroyed && !raw.complete
  if (error instanceof ClientLeft || isBodyCut) log.debug({ code }, 'the client left')
  else if (code === 'INTERNAL' || code === 'DATA_DAMAGED') log.error({ err: error }, 'request failed')
  else if (code === 'OVERLOADED' || code === 'DISK_FULL') log.warn({ code, err: error }, 'request failed')
  else log.debug({ code, details }, 'request refused')
}

function sentenceIn(locale: Locale, error: DomainError): string {
  return chosen(error.sentence, locale) ?? ERROR_SENTENCES[error.code][locale]
}

function chosen(sentence: Sentence | undefined, locale: Locale): string | undefined {
  if (typeof sentence === 'object') return sentence[locale]
  return locale === 'en' ? sentence : undefined
}

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof PointStoreBusyError) return new DomainError('OVERLOADED', { retryAfterMs: 1000, cause: error })
  if (isDiskFull(error)) return new DomainError('DISK_FULL', { cause: error })
  if (isDatabaseDamage(error)) return new DomainError('DATA_DAMAGED', { details: [DATABASE_DAMAGE], cause: error })
  if (hasCause(error, REFERENCE_GONE)) return new DomainError('NOT_FOUND', { cause: error })
  if (isStoreAway(error)) return new DomainError('OVERLOADED', { retryAfterMs: 2000, cause: error })
  const code = codeOf(error as Partial<FastifyError>)
  if (code === 'INTERNAL' || code === 'NOT_FOUND') return new DomainError(code, { cause: error })
  return new DomainError(code, { message: (error as Error).message, cause: error })
}

/** Fastify and its plugins reject by HTTP status: bodies, and paths such as `//x` and `/%zz`. */
function codeOf({ code, statusCode: status }: Partial<FastifyError>): ErrorCode {
  if (code === 'FST_ERR_BAD_URL' || status === 403) return 'NOT_FOUND'
  if (status === 413) return 'PAYLOAD_TOO_LARGE'
  if (status === 415 || status === 406) return 'UNSUPPORTED_MEDIA_TYPE'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 503) return 'OVERLOADED'
  return status !== undefined && status >= 400 && status < 500 ? 'MALFORMED_BODY' : 'INTERNAL'
}

function hasCause(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (codes.has((current as NodeJS.ErrnoException).code ?? '')) return true
  }
  return false
}

/** Errors of Node's HTTP parser; any other is not HTTP. */
const PARSER_FAULTS: ReadonlyMap<string, readonly [status: number, code: ErrorCode]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'PAYLOAD_TOO_LARGE']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'REQUEST_TIMEOUT']],
])

/** What is wrong with a header, rather than with the body whose length it gives. */
const HEADER_FAULTS: ReadonlyMap<string, string> = new Map([
  ['HPE_INVALID_CONTENT_LENGTH', 'The header Content-Length is no number of bytes.'],
  ['HPE_UNEXPECTED_CONTENT_LENGTH', 'The header Content-Length is there twice, or beside Transfer-Encoding.'],
  [
    'HPE_INVALID_TRANSFER_ENCODING',
    'The header Transfer-Encoding is not "chunked", or is there beside Content-Length.',
  ],
  ['HPE_INVALID_HEADER_TOKEN', 'A header cannot be read.'],
])

/** Malformed HTTP gets the same error format; there is no request to take a language or an id from. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code] = PARSER_FAULTS.get(error.code ?? '') ?? ([400, 'MALFORMED_BODY'] as const)
  const message = HEADER_FAULTS.get(error.code ?? '') ?? ERROR_SENTENCES[code].en
  const body = JSON.stringify({ success: false, code, message, requestId: randomUUID() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** The HTTP status of a code. The compiler wants every code of the spec here. */
export function statusOf(code: ErrorCode): number {
  switch (code) {
    case 'VALIDATION_FAILED':
    case 'MALFORMED_BODY':
    case 'CODE_WRONG':
    case 'TEMP_PASSWORD_WRONG':
      return 400
    case 'UNAUTHENTICATED':
    case 'LOGIN_FAILED':
      return 401
    case 'CSRF_FAILED':
    case 'SCOPE_MISSING':
    case 'FORBIDDEN':
    case 'INVITATION_REQUIRED':
    case 'INVITATION_INVALID':
      return 403
    case 'NOT_FOUND':
    case 'INCIDENT_DISSOLVED':
      return 404
    case 'METHOD_NOT_ALLOWED':
      return 405
    case 'REQUEST_TIMEOUT':
      return 408
    case 'CONFLICT':
    case 'ACCOUNT_TAKEN':
    case 'ADDRESS_TAKEN':
    case 'FILE_IN_USE':
    case 'MODEL_NOT_READY':
    case 'NO_PREVIOUS_VERSION':
    case 'JOB_FINISHED':
    case 'JOB_CANCELLED':
    case 'TOO_MANY_PROJECTS':
    case 'TOO_MANY_PUBLISHED':
    case 'UPLOAD_INCOMPLETE':
      return 409
    case 'PAYLOAD_TOO_LARGE':
    case 'DECOMPRESSED_TOO_LARGE':
      return 413
    case 'UNSUPPORTED_MEDIA_TYPE':
      return 415
    case 'RANGE_MISMATCH':
      return 416
    case 'IDEMPOTENCY_MISMATCH':
    case 'CONNECTION_FAILED':
    case 'EMPTY_FILE':
    case 'HEADER_ONLY':
    case 'NO_TIMESTAMP_COLUMN':
    case 'TOO_FEW_COLUMNS':
    case 'TOO_MANY_COLUMNS':
    case 'TOO_MANY_CELLS':
    case 'TOO_MANY_ROWS':
    case 'TOO_MANY_DUPLICATES':
    case 'LINE_TOO_LONG':
    case 'NUL_BYTE':
    case 'NOT_UTF8':
    case 'BAD_HEADER':
    case 'TEXT_COLUMN':
    case 'DUPLICATE_SERIES':
    case 'MIXED_TIMESTAMPS':
    case 'NO_GOOD_ROWS':
    case 'NOT_METRICS':
    case 'BAD_INTERVALS':
    case 'GZIP_DAMAGED':
    case 'CHECKSUM_MISMATCH':
    case 'UNKNOWN_MODEL_TYPE':
    case 'NOT_ENOUGH_DATA':
    case 'SERIES_MISMATCH':
    case 'TOO_MANY_SERIES':
    case 'WRONG_DATA_TYPE':
      return 422
    case 'HOST_NOT_ALLOWED':
      return 421
    case 'LOCKED':
      return 423
    case 'RESEND_TOO_SOON':
    case 'RATE_LIMITED':
    case 'TOO_MANY_JOBS':
    case 'PROCESSOR_QUOTA_EXCEEDED':
      return 429
    case 'INTERNAL':
    case 'DATA_DAMAGED':
      return 500
    case 'OVERLOADED':
      return 503
    case 'DISK_FULL':
    case 'STORAGE_QUOTA_EXCEEDED':
      return 507
  }
}
