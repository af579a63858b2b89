/** A PNG inside a mail: its HTML shows it as `cid:` and the id. */
export interface MailPicture {
  readonly id: string
  readonly png: Uint8Array
}

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Everything that the HTML says. */
  readonly text: string
  readonly html?: string
  readonly pictures?: readonly MailPicture[]
  /** The left side of its Message-ID. A mail sent again after a failure has the same, so that mailboxes can drop the second copy. */
  readonly id?: string
  /** The id of an earlier mail that it follows up on. */
  readonly follows?: string
  /** An address that unsubscribes the recipient when it is posted to, without a login (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** Resolves when the mail server has accepted the message; rejects with `MailError` if it could not be sent, or with the reason of the signal. */
export interface MailSender {
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** After `connection`, which broke, the server may have accepted the message; after every other fault it has not. */
export type MailFault =
  | 'credentials'
  | 'sender'
  | 'recipient'
  | 'message'
  | 'later'
  | 'unreachable'
  | 'connection'
  | 'certificate'

export interface MailFailure {
  readonly fault: MailFault
  /** The same message to the same recipient will never be accepted. */
  readonly isPermanent: boolean
  /** Not to be tried again before. */
  readonly retryAfterMs?: number
}

/** The mail server did not accept the message. The message says why, in the server's words where it said so. */
export class MailError extends Error implements MailFailure {
  readonly fault: MailFault
  readonly isPermanent: boolean
  declare readonly retryAfterMs?: number

  constructor(message: string, { fault, isPermanent, retryAfterMs }: MailFailure, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailError'
    this.fault = fault
    this.isPermanent = isPermanent
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs
  }
}
