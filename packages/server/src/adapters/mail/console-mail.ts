import type { MailSender } from '../../ports/mail.ts'

/** Without a mail server the operator reads the messages: a laptop works without any provider. */
export function createConsoleMail(print: (text: string) => void = console.log): MailSender {
  return {
    send: async ({ to, subject, text }) =>
      print(`\n--- Mail to ${to} (no mail server is set: OMEN_SMTP_URL)\n${subject}\n\n${text}\n---\n`),
    close: async () => {},
  }
}
