import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  /** Of the envelope. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** As a mail client reads it. */
  readonly email: Email
}

/** A real SMTP server on loopback that keeps what it is sent. */
export interface Outbox {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Called with each new connection. */
  onConnection(listener: (socket: Socket) => void): void
  /** The next mail to the address that was not yet taken; waits for it. */
  take(to: string): Promise<ReceivedMail>
  close(): Promise<void>
}

const PATIENCE_MS = 15_000

/** Takes everything unless the options say otherwise. */
export async function startOutbox(options: SMTPServerOptions = {}): Promise<Outbox> {
  const mails: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const keep = async (stream: Readable, { envelope }: SMTPServerSession): Promise<void> => {
    const email = await PostalMime.parse(Buffer.concat(await stream.toArray()))
    for (const { address } of envelope.rcptTo)
      mails.push({ to: address, subject: email.subject ?? '', text: email.text ?? '', email })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Not kept where the client breaks off in the middle of it
    onData: (stream, session, done) => void keep(stream, session).then(() => done(), done),
    ...options,
  })
  // Connections that a client breaks off.
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    onConnection: (listener) => void server.server.on('connection', listener),
    take: async (to) => {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(5)) {
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

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
