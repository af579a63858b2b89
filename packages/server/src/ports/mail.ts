export interface Mail {
  to: string
  subject: string
  text: string
}

/** Resolves when the next server has taken the message over; rejects when it could not be handed on. */
export interface MailSender {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
