import type { ErrorDetail } from '@omen/sdk'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'

/** A failure of the command line itself: what happened as the message, what to do as the hint. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
  readonly code: string
  readonly exit: ExitCode
  readonly hint: string | undefined
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined

  constructor(message: string, options: CliErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.exit = options.exit
    this.hint = options.hint
    this.details = options.details ?? []
    this.requestId = options.requestId
  }
}

interface CliErrorOptions {
  code: string
  exit: ExitCode
  hint?: string | undefined
  details?: readonly ErrorDetail[] | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** The command was called wrongly; nothing was sent. */
export class UsageError extends CliError {
  override readonly name = 'UsageError'

  constructor(message: string, hint?: string) {
    super(message, { code: 'USAGE', exit: EXIT_CODE.usage, hint })
  }
}

/** Nobody is signed in. */
export class NotSignedInError extends CliError {
  override readonly name = 'NotSignedInError'

  constructor(message: string, hint = 'Sign in with "omen login", or set OMEN_TOKEN.') {
    super(message, { code: 'NOT_SIGNED_IN', exit: EXIT_CODE.notSignedIn, hint })
  }
}

/** Signals that end the program. */
export type EndSignal = 'SIGINT' | 'SIGTERM'

/** Exit code of a program that a signal ended, as shells have it: 128 and its number. */
export const exitOfSignal = (signal: EndSignal): ExitCode =>
  signal === 'SIGTERM' ? EXIT_CODE.terminated : EXIT_CODE.interrupted

/** The user pressed Ctrl-C, or the system asked the program to end. */
export class InterruptedError extends CliError {
  override readonly name = 'InterruptedError'

  constructor(message: string, hint?: string, signal: EndSignal = 'SIGINT') {
    super(message, { code: 'INTERRUPTED', exit: exitOfSignal(signal), hint })
  }
}
