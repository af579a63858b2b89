import type { MailSender } from '../../ports/mail.ts'

/** Without a mail server, messages are printed to the console, so that a laptop needs no provider. */
export function createConsoleMail(print: (text: string) => void = console.log): MailSender {
  return {
    send: async ({ to, subject, text }) =>
      print(`\n--- Mail to ${to} (no mail server is set: OMEN_SMTP_URL)\n${subject}\n\n${text}\n---\n`),
    close: async () => {},
  }
}
