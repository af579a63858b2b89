export interface ShortMessage {
  to: string
  text: string
}

/** Resolves when the gateway has accepted the message; rejects if it could not be sent. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>
}
