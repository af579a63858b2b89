import { createTransport } from 'nodemailer'
import type { Mail, MailSender } from '../../ports/mail.ts'
import { type SendError, toMailError } from './mail-failure.ts'

/** Shorter ones are parts of words. */
const leastHidden = 4

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
  const plain = [username, user, password, key].filter((part) => part.length >= leastHidden)
  const sent = [user, key, `\0${user}\0${key}`].map((part) => Buffer.from(part).toString('base64'))
  return [...new Set([...plain, ...sent])].filter((part) => part !== '').sort((a, b) => b.length - a.length)
}

function toMessage(mail: Mail, domain: string) {
  const { to, subject, text, html, id, follows, unsubscribeUrl, pictures = [] } = mail
  const messageId = (left: string): string => `<${left}@${domain}>`
  return {
    // As an object, so that an address with a comma does not become two.
    ...{ to: { name: '', address: to }, subject, text },
    ...(html !== undefined && { html }),
    ...(id !== undefined && { messageId: messageId(id) }),
    ...(follows !== undefined && { inReplyTo: messageId(follows), references: messageId(follows) }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
    },
    attachments: pictures.map(({ id: cid, png }) => ({
      ...{ cid, filename: `${cid}.png`, contentType: 'image/png', contentDisposition: 'inline' as const },
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
