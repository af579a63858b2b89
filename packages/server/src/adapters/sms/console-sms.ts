import type { SmsSender } from '../../ports/sms.ts'

export function createConsoleSms(print: (text: string) => void = console.log): SmsSender {
  return {
    send: async ({ to, text }) =>
      print(`\n--- Short message to ${to} (no gateway is set: OMEN_SMS_URL)\n${text}\n---\n`),
  }
}
