import { createTransport } from 'nodemailer'
import { type Mail, MailError, type MailFailure, type MailSender } from '../../ports/mail.ts'

/** Shorter ones are parts of words. */
const MIN_HIDDEN_LENGTH = 4

/** What an error of Nodemailer says of a failure. */
interface SendError {
  readonly message: string
  readonly code?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
  /** The code of the socket below. */
  readonly originalCode?: string | undefined
  /** The system call that failed. */
  readonly syscall?: string | undefined
}

export interface SmtpOptions {
  /** How long the server may be silent; default 15 s. */
  readonly patienceMs?: number
  /** Of the authorities that are trusted, PEM; those of the system if omitted. */
  readonly certificates?: readonly string[] | undefined
}

/** `from` is a sender as in a header: `Omen <omen@example.com>`. */
export function createSmtpMail(url: string, from: string, options: SmtpOptions = {}): MailSender {
  const { patienceMs = 15_000, certificates } = options
  const timeouts = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  const tls = certificates === undefined ? {} : { tls: { ca: [...certificates] } }
  const transport = createTransport({ url, pool: true, ...timeouts, ...tls }, { from })
  const hidden = credentialsOf(url)
  const domain = /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async (mail, signal) => {
      try {
        await transport.sendMail({ ...toMessage(mail, domain), signal })
      } catch (error) {
        signal?.throwIfAborted()
        throw toMailError(error as SendError, hidden)
      }
    },
    close: async () => transport.close(),
  }
}

/** As they are set, and as they are sent; the longest first, since one may be part of another. */
function credentialsOf(url: string): string[] {
  const { username, password } = new URL(url)
  if (username === '') return []
  const [user, key] = [decodeURIComponent(username), decodeURIComponent(password)]
  const plain = [username, user, password, key].filter((part) => part.length >= MIN_HIDDEN_LENGTH)
  const sent = [user, key, `\0${user}\0${key}`].map((part) => Buffer.from(part).toString('base64'))
  return [...new Set([...plain, ...sent])].filter((part) => part !== '').sort((a, b) => b.length - a.length)
}

function toMessage(mail: Mail, domain: string) {
  const { to, subject, text, html, id, follows, unsubscribeUrl, pictures = [] } = mail
  const messageId = (left: string): string => `<${left}@${domain}>`
  return {
    // As an object, so that an address with a comma does not become two.
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(id !== undefined && { messageId: messageId(id) }),
    ...(follows !== undefined && { inReplyTo: messageId(follows), references: messageId(follows) }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
    },
    attachments: pictures.map(({ id: cid, png }) => ({
      cid,
      filename: `${cid}.png`,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
      content: Buffer.from(png),
    })),
  }
}

/** One click is offered for https only, as RFC 8058 demands. */
function unsubscribeHeaders(url: string): Record<string, { prepared: true; value: string }> {
  const prepared = (value: string) => ({ prepared: true as const, value })
  const header = { 'List-Unsubscribe': prepared(`<${url}>`) }
  if (!url.startsWith('https:')) return header
  return { ...header, 'List-Unsubscribe-Post': prepared('List-Unsubscribe=One-Click') }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Most servers that greylist accept the second attempt after five minutes. */
const LATER_MS = 5 * MINUTE_MS
/** An operator has to change a setting first; many attempts would only lock the mail account. */
const SETTING_MS = 15 * MINUTE_MS
/** Not authenticated, or not by TLS: RFC 4954. */
const CREDENTIAL_CODES = [530, 534, 535, 538]
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/

/** Sorts what went wrong by what can be done about it. What the server says is repeated without what is hidden. */
function toMailError(cause: SendError, hidden: readonly string[] = []): MailError {
  const { failure, about } = classify(cause)
  const heard = (cause.response ?? cause.message).replace(/\s+/g, ' ').trim()
  const said = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), heard)
  return new MailError(`${about}: ${said}`, failure)
}

function classify(error: SendError): { failure: MailFailure; about: string } {
  const { code = '', command = '', responseCode = 0 } = error
  const isRefused = responseCode >= 500 && responseCode !== 503
  if (CERTIFICATE_CODES.test(error.originalCode ?? code))
    return of('certificate', 'The certificate of the mail server is not trusted', { retryAfterMs: SETTING_MS })
  if (CREDENTIAL_CODES.includes(responseCode) || (code === 'EAUTH' && (isRefused || responseCode === 0)))
    return of('credentials', 'The mail server refuses the credentials in OMEN_SMTP_URL', { retryAfterMs: SETTING_MS })
  if (responseCode >= 400 && !isRefused)
    return of('later', 'The mail server accepts the mail later', { retryAfterMs: askedForMs(error.response) })
  if (isRefused && command === 'RCPT TO') return of('recipient', 'The mail server refuses the recipient')
  if (isRefused && command === 'MAIL FROM')
    return of('sender', 'The mail server refuses the sender in OMEN_MAIL_FROM', { retryAfterMs: SETTING_MS })
  if (isRefused && command === 'DATA') return of('message', 'The mail server refuses the message')
  const isUnconnected = error.syscall === 'connect' || error.syscall === 'getaddrinfo'
  return of(isUnconnected ? 'unreachable' : 'connection', 'The mail server cannot be reached')
}

function of(fault: MailFailure['fault'], about: string, retry: Pick<MailFailure, 'retryAfterMs'> = {}) {
  return { failure: { fault, isPermanent: fault === 'recipient' || fault === 'message', ...retry }, about }
}

/** "Greylisted, try again in 300 seconds", or "in 00:05:00". */
function askedForMs(response = ''): number {
  const [, hours, minutes, seconds] = /\b(\d{1,2}):(\d\d):(\d\d)\b/.exec(response) ?? []
  if (seconds !== undefined)
    return withinHour((Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000)
  const [, count, unit] = /(\d+)\s*(s|sec|seconds?|m|min|minutes?)\b/i.exec(response) ?? []
  if (count === undefined) return LATER_MS
  return withinHour(Number(count) * (unit!.toLowerCase().startsWith('s') ? 1000 : MINUTE_MS))
}

function withinHour(ms: number): number {
  return Math.min(HOUR_MS, Math.max(MINUTE_MS, ms))
}
