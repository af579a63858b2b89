import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Mailbox = { url: string; next(to: string, timeoutMs?: number): Promise<string>; close(): Promise<void> }

/** A real SMTP server on loopback that keeps what it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: { to: string; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text })
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo

  async function next(to: string, timeoutMs = 20_000): Promise<string> {
    for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
      const index = mails.findIndex((mail) => mail.to === to)
      if (index >= 0) return mails.splice(index, 1)[0]?.text ?? ''
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no mail to ${to} within ${timeoutMs} ms`)
  }
  return { url: `smtp://127.0.0.1:${port}`, next, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The six digits in a mail about a sign-up code. */
export function codeIn(mail: string): string {
  const body = mail.slice(mail.indexOf('\r\n\r\n'))
  const code = /(?<![0-9A-Za-z=])[0-9]{6}(?![0-9A-Za-z])/.exec(body)?.[0]
  if (code === undefined) throw new Error(`no code in ${mail}`)
  return code
}
