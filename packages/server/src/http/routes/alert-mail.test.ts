import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealLink } from '../../domain/alert-links/token.ts'
import { composeAlertMail } from '../../domain/alert-mail/index.ts'
import { incidents, unsubscribes } from '../../schema/index.ts'
import { type AlertWorld, openAlertWorld } from '../../testing/alert-incident.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const DAY = 86_400_000
const ANN = 'ann@example.com'
let server: TestServer
let world: AlertWorld
let acknowledge: string
let unsubscribe: string
let oneClick: string

beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: 'https://omen.example' } })
  world = await openAlertWorld(server)
  const options = { sourceId: world.sourceId, locale: 'en', to: 'Ann@Example.com' } as const
  const { text, unsubscribeUrl } = await composeAlertMail(server.ctx, world.message('opened'), options)
  const tokenIn = (page: string) => new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text)![1]!
  acknowledge = `alert-mail/acknowledge?token=${tokenIn('acknowledge')}`
  unsubscribe = `alert-mail/unsubscribe?token=${tokenIn('unsubscribe')}`
  oneClick = unsubscribeUrl!.replace('https://omen.example/api/v1/', '')
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.db.delete(unsubscribes)
  await server.ctx.db.update(incidents).set({ state: 'open', decision: null, decidedAt: null, decidedBy: null })
})

const incident = async () => {
  const { id } = { id: world.incident.incidentId }
  return (await server.ctx.db.select().from(incidents).where(eq(incidents.id, id)))[0]!
}
const unsubscribed = () => server.ctx.db.select().from(unsubscribes)

describe('a link that acknowledges', () => {
  it('says what it is about and changes nothing when it is opened', async () => {
    const { status, body } = await server.anonymous.get(acknowledge)
    expect(status).toBe(200)
    const { sentence, start, end } = world.incident
    expect(body.incident).toEqual({
      projectName: 'shop',
      timeZone: 'Europe/Berlin',
      sentence: sentence.en,
      start,
      end,
      state: 'open',
    })
    const chinese = await server.anonymous.get(acknowledge, { 'Accept-Language': 'zh-CN' })
    expect(chinese.body.incident.sentence).toBe(sentence['zh-CN'])
    expect((await incident()).decision).toBeNull()
  })

  it('acknowledges on behalf of the address when it is posted to, without a login', async () => {
    expect((await server.anonymous.send('POST', acknowledge)).body.incident.state).toBe('acknowledged')
    expect(await incident()).toMatchObject({ decision: 'acknowledged', decidedBy: ANN })
    expect((await server.anonymous.get(acknowledge)).body.incident.state).toBe('acknowledged')
  })

  it('expires after 30 days', async () => {
    server.clock.advance(30 * DAY + 1)
    try {
      expect(await refusal(acknowledge)).toEqual(await refusal('alert-mail/acknowledge?token=AAAA'))
    } finally {
      server.clock.advance(-30 * DAY - 1)
    }
  })

  it('does nothing for an incident of another project', async () => {
    const link = { action: 'acknowledge', address: ANN, incidentId: world.incident.incidentId } as const
    const token = sealLink(server.ctx, { ...link, sourceId: 'another' })
    expect((await server.anonymous.send('POST', `alert-mail/acknowledge?token=${token}`)).status).toBe(404)
    expect((await incident()).decision).toBeNull()
  })
})

describe('a link that unsubscribes', () => {
  it('says whom from what and changes nothing when it is opened', async () => {
    const { body } = await server.anonymous.get(unsubscribe)
    expect(body.subscription).toEqual({ projectName: 'shop', address: ANN, unsubscribed: false })
    expect(await unsubscribed()).toEqual([])
  })

  it('unsubscribes when it is posted to, once, and can be undone and done again', async () => {
    for (const wanted of [true, true, false, false, true]) {
      const { body } = await server.anonymous.post(unsubscribe, { unsubscribed: wanted })
      expect(body.subscription.unsubscribed).toBe(wanted)
      expect(await unsubscribed()).toMatchObject(wanted ? [{ sourceId: world.sourceId, address: ANN }] : [])
    }
  })

  it('takes the one click of mail programs, in both of the forms that they send', async () => {
    await server.anonymous.postForm(oneClick, { 'List-Unsubscribe': 'One-Click' })
    expect(await unsubscribed()).toHaveLength(1)
    await server.ctx.db.delete(unsubscribes)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await server.anonymous.send('POST', oneClick, { body: form })).status).toBe(200)
    expect(await unsubscribed()).toHaveLength(1)
  })

  it('sends browsers that open it to the page that asks', async () => {
    const response = await fetch(new URL(oneClick, server.api), {
      redirect: 'manual',
      headers: { Accept: 'text/html,application/xhtml+xml' },
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(`/${unsubscribe.replace('alert-mail/', '')}`)
    expect(await unsubscribed()).toEqual([])
  })

  it('never expires', async () => {
    server.clock.advance(4000 * DAY)
    try {
      expect((await server.anonymous.get(unsubscribe)).status).toBe(200)
    } finally {
      server.clock.advance(-4000 * DAY)
    }
  })
})

/** The answer without what differs from request to request. */
async function refusal(path: string, method = 'GET') {
  const { status, body } = await server.anonymous.send(method, path)
  return { status, code: body.code, message: body.message }
}

describe('a token', () => {
  const tokenOf = (path: string) => new URL(path, server.api).searchParams.get('token')!

  it('does only what it was made for', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await refusal(`alert-mail/unsubscribe?token=${tokenOf(acknowledge)}`, method)).status).toBe(404)
      expect((await refusal(`alert-mail/acknowledge?token=${tokenOf(unsubscribe)}`, method)).status).toBe(404)
    }
    expect(await unsubscribed()).toEqual([])
    expect((await incident()).decision).toBeNull()
  })

  it('is refused with any bit changed, as an unknown one is', async () => {
    const unknown = await refusal('alert-mail/acknowledge?token=unknown', 'POST')
    expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const bytes = Buffer.from(tokenOf(acknowledge), 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1 << (index % 8)
      const path = `alert-mail/acknowledge?token=${changed.toString('base64url')}`
      expect(await refusal(path, 'POST')).toEqual(unknown)
    }
    expect((await incident()).decision).toBeNull()
  })

  it('tells nobody the address or the names behind it', () => {
    for (const path of [acknowledge, unsubscribe]) {
      const text = `${tokenOf(path)} ${Buffer.from(tokenOf(path), 'base64url').toString('latin1')}`
      for (const secret of [ANN, 'shop', world.sourceId, world.incident.incidentId]) expect(text).not.toContain(secret)
    }
  })

  it('of one address says nothing of another', async () => {
    await server.anonymous.send('POST', unsubscribe)
    const token = sealLink(server.ctx, { action: 'unsubscribe', sourceId: world.sourceId, address: 'bob@example.com' })
    const { body } = await server.anonymous.get(`alert-mail/unsubscribe?token=${token}`)
    expect(body.subscription).toMatchObject({ address: 'bob@example.com', unsubscribed: false })
  })

  it('is never logged or cached', async () => {
    expect((await server.anonymous.get(unsubscribe)).headers.get('cache-control')).toBe('no-store')
  })
})
