import { describe, expect, test } from 'vitest'
import type { Mail, MailSender } from './mail.ts'

export interface MailHarness {
  sender: MailSender
  /** What has arrived so far, as the reader sees it. */
  received(): Promise<string[]>
}

export function mailContract(name: string, open: () => Promise<MailHarness>): void {
  describe(name, () => {
    const mail: Mail = {
      to: 'reader@example.com',
      subject: 'Omen 验证码：123456',
      text: '您的验证码是 123456。\n\nGood for 10 minutes.',
    }

    test('delivers recipient, subject and text in any language', async () => {
      const { sender, received } = await open()
      await sender.send(mail)
      const [text] = await received()
      for (const part of ['reader@example.com', mail.subject, '您的验证码是 123456。', 'Good for 10 minutes.'])
        expect(text).toContain(part)
      await sender.close()
    })

    test('delivers the text of a mail with pictures', async () => {
      const { sender, received } = await open()
      const html = '<p>您的验证码是 123456。</p><img src="cid:lanes" alt="Lanes">'
      await sender.send({ ...mail, html, pictures: [{ id: 'lanes', png: new Uint8Array(9) }], id: 'a1', follows: 'a0' })
      expect((await received())[0]).toContain('Good for 10 minutes.')
      await sender.close()
    })

    test('delivers each of many messages', async () => {
      const { sender, received } = await open()
      await Promise.all(Array.from({ length: 10 }, (_, index) => sender.send({ ...mail, subject: `Number ${index};` })))
      const all = (await received()).join('\n')
      for (let index = 0; index < 10; index++) expect(all).toContain(`Number ${index};`)
      await sender.close()
    })

    test('a line break in the subject makes no new header', async () => {
      const { sender, received } = await open()
      await sender.send({ ...mail, subject: 'One\r\nBcc: thief@example.com' }).catch(() => {})
      expect((await received()).some((text) => /^To thief/m.test(text))).toBe(false)
      await sender.close()
    })

    test('an address with a comma reaches nobody else', async () => {
      const { sender, received } = await open()
      await sender.send({ ...mail, to: 'reader@example.com, thief@example.com' }).catch(() => {})
      expect((await received()).some((text) => /^To thief/m.test(text))).toBe(false)
      await sender.close()
    })
  })
}
