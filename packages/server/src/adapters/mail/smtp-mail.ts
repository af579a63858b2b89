import { createTransport } from 'nodemailer'
import type { MailSender } from '../../ports/mail.ts'

const patienceMs = 15_000

export function createSmtpMail(url: string, from: string): MailSender {
  const timeouts = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  const transport = createTransport({ url, pool: true, ...timeouts }, { from })
  return {
    send: async (mail) => void (await transport.sendMail(mail)),
    close: async () => transport.close(),
  }
}
