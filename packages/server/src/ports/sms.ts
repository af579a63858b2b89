export interface ShortMessage {
  to: string
  text: string
}

/** Resolves when the gateway has taken the message over; rejects when it could not be handed on. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>
}
