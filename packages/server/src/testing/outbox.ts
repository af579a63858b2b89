import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string
  subject: string
  text: string
}

/** A real SMTP server on loopback that keeps what it is sent. */
export interface Outbox {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** The next mail to the address that was not yet taken; waits for it. */
  take(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

const patienceMs = 15_000

export async function startOutbox(): Promise<Outbox> {
  const mails: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const raw = Buffer.concat(await stream.toArray()).toString()
      for (const recipient of session.envelope.rcptTo) mails.push(readMail(recipient.address, raw))
      done()
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    take: async (to) => {
      for (const end = Date.now() + patienceMs; Date.now() < end; await pause(5)) {
        const found = mails.find((mail) => mail.to === to && !taken.has(mail))
        if (found) {
          taken.add(found)
          return found
        }
      }
      throw new Error(`no mail came to ${to}`)
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

function readMail(to: string, raw: string): ReceivedMail {
  const split = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, split).replace(/\r\n\s+/g, ' ')
  const isBase64 = /^content-transfer-encoding: base64/im.test(head)
  const body = raw.slice(split + 4)
  return {
    to,
    subject: decodeWords(/^subject: (.*)$/im.exec(head)?.[1]?.trim() ?? ''),
    text: isBase64 ? Buffer.from(body, 'base64').toString() : decodeQuotedPrintable(body),
  }
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
