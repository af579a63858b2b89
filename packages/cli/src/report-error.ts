import { ApiProblem, TransportError } from '@omen/sdk'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { CliError } from './failures.ts'
import type { ErrorReport } from './results/outcome.ts'

/** What happened, what to do about it, and the exit code. */
export function reportOf(error: unknown, { hasEnvToken = false }: { hasEnvToken?: boolean } = {}): ErrorReport {
  if (error instanceof ApiProblem) {
    const report = ofProblem(error)
    return error.code === 'UNAUTHENTICATED' && hasEnvToken ? { ...report, hint: ENV_TOKEN_HINT } : report
  }
  if (error instanceof TransportError) return ofTransport(error)
  if (error instanceof CliError) {
    const { code, message, hint, details, requestId, exit } = error
    return { code, message, hint, requestId, ...(details.length > 0 && { details }), exitCode: exit }
  }
  return ofUnknown(error)
}

const EXITS: Partial<Record<ApiProblem['code'], ExitCode>> = {
  UNAUTHENTICATED: EXIT_CODE.notSignedIn,
  LOGIN_FAILED: EXIT_CODE.notSignedIn,
  SCOPE_MISSING: EXIT_CODE.notSignedIn,
  VALIDATION_FAILED: EXIT_CODE.usage,
  UNKNOWN_MODEL_TYPE: EXIT_CODE.usage,
  RATE_LIMITED: EXIT_CODE.tryAgain,
  OVERLOADED: EXIT_CODE.tryAgain,
  LOCKED: EXIT_CODE.tryAgain,
  RESEND_TOO_SOON: EXIT_CODE.tryAgain,
  REQUEST_TIMEOUT: EXIT_CODE.tryAgain,
  TOO_MANY_JOBS: EXIT_CODE.tryAgain,
  PROCESSOR_QUOTA_EXCEEDED: EXIT_CODE.tryAgain,
}

const HINTS: Partial<Record<ApiProblem['code'], string>> = {
  UNAUTHENTICATED: 'Sign in with "omen login", or set OMEN_TOKEN.',
  SCOPE_MISSING: 'Use a token that has the scope; the account page makes one.',
  SERIES_MISMATCH: '"omen models show NAME" lists the series that the model knows.',
  MODEL_NOT_READY: '"omen jobs list" shows what is still running.',
  CHECKSUM_MISMATCH: 'The file changed while it was sent, or the connection damaged it: send it again.',
  STORAGE_QUOTA_EXCEEDED:
    'Nothing of it was kept. "omen files delete", "omen models delete" and "omen published revoke" make room.',
  TOO_MANY_PUBLISHED: '"omen published list --mine" lists yours, "omen published revoke" makes room.',
  DISK_FULL: 'Nothing of the file was kept. Free space on the server, then send it again.',
  HOST_NOT_ALLOWED: 'Use the address that its operator gives, or have OMEN_ALLOWED_HOSTS set there.',
  DATA_DAMAGED: 'Upload the file again, or report the item named above to the operator of the server.',
}

const ENV_TOKEN_HINT =
  'Set OMEN_TOKEN to a valid one, which the account page makes; or unset it, and sign in with "omen login".'

function ofProblem({ code, status, message, details, requestId, retryAfterMs }: ApiProblem): ErrorReport {
  const byStatus = code === 'INTERNAL' || status === 407 ? hintOfStatus(status) : undefined
  const later = retryAfterMs === undefined ? undefined : `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  return {
    code,
    message,
    requestId,
    retryAfterMs,
    hint: later ?? byStatus ?? HINTS[code],
    ...(details.length > 0 && { details }),
    exitCode: EXITS[code] ?? EXIT_CODE.failed,
  }
}

/** What an answer of something other than Omen means. */
function hintOfStatus(status: number): string | undefined {
  if (status === 407) return 'A proxy wants credentials: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT.'
  return status >= 300 && status < 400 ? 'It redirects: give its final address, perhaps with https.' : undefined
}

function ofTransport({ kind, message, cause }: TransportError): ErrorReport {
  const code = kind.toUpperCase().replace('-', '_')
  if (kind === 'network') {
    const own = ownFailure(cause)
    if (own) return reportOf(own)
    const reason = networkReason(cause)
    const full = reason === undefined ? message : `${message}: ${reason}`
    if (isUntrusted(cause)) return { code, message: full, hint: CERTIFICATE_HINT, exitCode: EXIT_CODE.failed }
    const hint = 'Is it running there? --url, OMEN_URL or a profile say where it is.'
    return { code, message: full, hint, exitCode: EXIT_CODE.tryAgain }
  }
  if (kind === 'timeout') return { code, message, hint: 'Try again, or allow more time.', exitCode: EXIT_CODE.tryAgain }
  if (kind === 'aborted') return { code: 'INTERRUPTED', message, exitCode: EXIT_CODE.interrupted }
  if (kind === 'missing-parameter' || kind === 'invalid-header') return { code, message, exitCode: EXIT_CODE.usage }
  const hint = 'Is this the address of an Omen server?'
  return { code, message, hint, exitCode: EXIT_CODE.failed }
}

/** The failure of the command line itself that a connection failed with, as that of a proxy. */
function ownFailure(cause: unknown): CliError | undefined {
  if (cause instanceof CliError) return cause
  return cause instanceof Error ? ownFailure(cause.cause) : undefined
}

const CERTIFICATE_HINT =
  'Its certificate is signed by nobody that this machine trusts: set NODE_EXTRA_CA_CERTS to the file of its authority (PEM).'

/** Whether a connection failed because of the certificate. */
function isUntrusted(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code = '' } = cause as NodeJS.ErrnoException
  return /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code) || isUntrusted(cause.cause)
}

/** The innermost reason; a refused connection comes as an aggregate of one per address. */
function networkReason(cause: unknown): string | undefined {
  if (cause instanceof AggregateError) return networkReason(cause.errors[0])
  if (!(cause instanceof Error)) return undefined
  return networkReason(cause.cause) ?? cause.message
}

function ofUnknown(error: unknown): ErrorReport {
  const { code = 'INTERNAL', path, message } = error as NodeJS.ErrnoException
  const sentence = SYSTEM_SENTENCES[code]
  if (sentence)
    return {
      code,
      message: path === undefined ? capitalised(sentence) : `${path}: ${sentence}`,
      exitCode: EXIT_CODE.failed,
    }
  return { code, message: message ?? String(error), exitCode: EXIT_CODE.failed }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const SYSTEM_SENTENCES: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read or written',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EFBIG: 'the file would be too large',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EPERM: 'this is not permitted',
  EEXIST: 'there is a file already',
  ENXIO: 'there is no such device',
  ELOOP: 'its links go round in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EIO: 'the device reported an error',
}
