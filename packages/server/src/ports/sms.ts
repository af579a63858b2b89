export interface ShortMessage {
  to: string
  text: string
}

/** It is certain that the message was not sent. */
export class SmsNotSent extends Error {}

/**
 * Resolves when the gateway has accepted the message. Rejects with `SmsNotSent` if the gateway refused it or cannot be reached, and with
 * another error if it may have been sent.
 */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>
}
