import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailError } from '../../ports/mail.ts'
import { alerts, deliveries, sources, unsubscribes } from '../../schema/index.ts'
import { sampleAlert } from '../../testing/sample-alert.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { attemptDelivery } from './attempt.ts'
import { type DeliveryRow, readDelivery } from './delivery-row.ts'

const TARGET = 'somebody@example.com'
let server: TestServer
let row: DeliveryRow
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  const owner = await server.signUp('sender01')
  await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, 'shop'))
  const message = sampleAlert()
  const alert = { id: 'a1', sourceId: source!.id, incidentId: 'i1', kind: message.kind, key: 'a1', message }
  await db.insert(alerts).values({ ...alert, at: 0, createdAt: 0 })
  await db.insert(deliveries).values({ id: 'd1', alertId: 'a1', target: TARGET, state: 'waiting', nextAt: 0 })
  row = (await readDelivery(server.ctx, 'd1'))!
})
afterAll(() => server.close())

const attempt = (failure?: MailError) => {
  const send = failure ? () => Promise.reject(failure) : server.ctx.mail.send
  const ctx = { ...server.ctx, mail: { ...server.ctx.mail, send } }
  return attemptDelivery(ctx, row)
}

test('a recipient refused for good is not tried again, a greylisted one when the mail server says', async () => {
  const refused = new MailError('The mail server refuses the recipient: 550 no such user', {
    fault: 'recipient',
    isPermanent: true,
  })
  expect(await attempt(refused)).toEqual({ kind: 'refused', failure: { code: 'text', text: `${refused.message}.` } })
  const later = new MailError('The mail server accepts the mail later: 451 greylisted', {
    fault: 'later',
    isPermanent: false,
    retryAfterMs: 300_000,
  })
  expect(await attempt(later)).toEqual({
    kind: 'retry',
    failure: { code: 'text', text: `${later.message}.` },
    retryAfterMs: 300_000,
  })
  const away = new MailError('The mail server cannot be reached: ECONNREFUSED', {
    fault: 'connection',
    isPermanent: false,
  })
  expect(await attempt(away)).toEqual({
    kind: 'retry',
    failure: { code: 'text', text: `${away.message}.` },
    retryAfterMs: undefined,
  })
})

test('without a mail server it is not said to be sent', async () => {
  const ctx = { ...server.ctx, settings: { ...server.ctx.settings, smtpUrl: null } }
  expect(await attemptDelivery(ctx, row)).toEqual({ kind: 'refused', failure: { code: 'noMailServer' } })
})

test('who has unsubscribed meanwhile gets nothing', async () => {
  const sent = server.outbox.mails.filter(({ to }) => to === TARGET)
  expect(await attempt()).toEqual({ kind: 'sent' })
  await server.ctx.db.insert(unsubscribes).values({ sourceId: row.sourceId!, address: TARGET, at: 0 })
  expect(await attempt()).toEqual({ kind: 'needless', failure: { code: 'unsubscribed', address: TARGET } })
  expect(server.outbox.mails.filter(({ to }) => to === TARGET)).toHaveLength(sent.length + 1)
})
