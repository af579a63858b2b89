export interface Mail {
  to: string
  subject: string
  text: string
}

/** Resolves when the mail server has accepted the message; rejects if it could not be sent. */
export interface MailSender {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
