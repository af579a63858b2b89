import { describe, expect, test } from 'vitest'
import type { SmsSender } from './sms.ts'

export interface SmsHarness {
  sender: SmsSender
  received(): Promise<string[]>
}

export function smsContract(name: string, open: () => Promise<SmsHarness>): void {
  describe(name, () => {
    test('delivers recipient and text in any language', async () => {
      const { sender, received } = await open()
      await sender.send({ to: '13912345678', text: '您的验证码是 123456' })
      const [text] = await received()
      expect(text).toContain('13912345678')
      expect(text).toContain('您的验证码是 123456')
    })
  })
}
