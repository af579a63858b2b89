import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailContract } from '../../ports/mail.contract.ts'
import { type Outbox, startOutbox } from '../../testing/outbox.ts'
import { createSmtpMail } from './smtp-mail.ts'

const outboxes: Outbox[] = []
afterAll(() => Promise.all(outboxes.map((outbox) => outbox.close())))

mailContract('SMTP', async () => {
  const outbox = await startOutbox()
  outboxes.push(outbox)
  return {
    sender: createSmtpMail(outbox.url, 'Omen <omen@example.com>'),
    received: async () => outbox.mails.map(({ to, subject, text }) => `To ${to}\n${subject}\n${text}`),
  }
})

let outbox: Outbox
beforeAll(async () => {
  outbox = await startOutbox()
})

test('rejects when the server does not answer', async () => {
  await outbox.close()
  const sender = createSmtpMail(outbox.url, 'omen@example.com')
  await expect(sender.send({ to: 'a@example.com', subject: 's', text: 't' })).rejects.toThrow('ECONNREFUSED')
  await sender.close()
})
