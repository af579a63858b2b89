import { formatValue } from '@omen/charts/findings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConsoleMail } from '../../adapters/mail/console-mail.ts'
import type { AlertKind } from '../../schema/wire-types.ts'
import { type AlertWorld, openAlertWorld } from '../../testing/alert-incident.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { Context } from '../context.ts'
import { composeAlertMail } from './compose.ts'

let server: TestServer
let world: AlertWorld
beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: 'https://omen.example/' } })
  world = await openAlertWorld(server)
})
afterAll(() => server.close())

const TO = 'ann@example.com'
const compose = (message = world.message('opened'), locale: 'en' | 'zh-CN' = 'en', ctx: Context = server.ctx) =>
  composeAlertMail(ctx, message, { sourceId: world.sourceId, locale, to: TO })
/** What a reader sees of HTML. */
const visible = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/g, '')
    .replace(/<[^>]*>|&nbsp;/g, '\n')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

describe('an alert mail', () => {
  it('shows the lanes and each leading series of an incident as PNGs that its HTML refers to', async () => {
    const { html, pictures } = await compose()
    expect(pictures!.map(({ id }) => id)).toEqual(['lanes', 'series-1', 'series-2', 'series-3'])
    for (const { id, png } of pictures!) {
      expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
      expect(html).toMatch(new RegExp(`src="cid:${id}"[^>]* alt="[^"]+"`))
    }
  })

  it('says in text all that it says in HTML', async () => {
    for (const locale of ['en', 'zh-CN'] as const) {
      const { html, text } = await compose(world.message('recovered'), locale)
      expect(text).toContain(world.incident.sentence[locale])
      const facts = visible(html!)
        .split(/\n| · /)
        .map((one) => one.trim())
        .filter((one) => /[a-z]{3}.*\d|\d.*[\u4e00-\u9fff]/.test(one) && !/^\d\d:\d\d|:\d\d$/.test(one))
      expect(facts.length).toBeGreaterThan(8)
      for (const fact of facts) expect(text).toContain(fact)
    }
  })

  it('states values that can be read from the stored samples', async () => {
    const { text } = await compose()
    const { start, end, series } = world.incident
    const address = `projectData?projectName=shop&from=${start}&to=${end}`
    const owner = await server.signIn('ownershop')
    const { body } = await owner.get(address)
    for (const { metric, instance, unit = '', value, expected } of series) {
      const line = body.series.find((one: { seriesId: string }) => one.seriesId === `${metric}[${instance}]`)
      const values: number[] = [...line.min, ...line.max].filter((one) => one !== null)
      const stored = expected! > value! ? Math.min(...values) : Math.max(...values)
      expect(text).toContain(`- ${metric} on ${instance}: ${formatValue(stored, unit, 'en')} · usually `)
    }
  })

  it('links to the page of the incident, acknowledges, and unsubscribes', async () => {
    const { html, text, unsubscribeUrl } = await compose()
    expect(text).toContain(`https://omen.example/incidents/${world.incident.incidentId}`)
    expect(html).toContain(`https://omen.example/incidents/${world.incident.incidentId}`)
    for (const link of [
      /https:\/\/omen\.example\/acknowledge\?token=[\w-]+/,
      /https:\/\/omen\.example\/unsubscribe\?token=[\w-]+/,
    ]) {
      expect(text).toMatch(link)
      expect(html).toMatch(link)
    }
    expect(text).not.toContain(`token=${TO}`)
    expect(unsubscribeUrl).toMatch(/^https:\/\/omen\.example\/api\/v1\/alert-mail\/unsubscribe\?token=[\w-]+$/)
  })

  it('about several incidents links to each, and to the list of the project; about what is predicted, to what is expected', async () => {
    const incidents = ['i1', 'i2'].map((incidentId) => ({ ...world.incident, incidentId }))
    const list = 'https://omen.example/incidents?project=shop%40ownershop'
    const linksOf = async (kind: AlertKind, change: object = {}) =>
      (await compose(world.message(kind, change))).text.match(/https:\S+\/(?:incidents|live)[/?]\S+/g)
    const each = ['https://omen.example/incidents/i1', 'https://omen.example/incidents/i2']
    expect(await linksOf('digest', { incidents })).toEqual([...each, list])
    expect(await linksOf('recovered', { incidents })).toEqual([...each, `${list}&tab=resolved`])
    expect(await linksOf('predicted')).toEqual([`${list}&tab=predicted`])
    const predicted = `${list}&tab=predicted`
    expect(await linksOf('predicted', { incidents })).toEqual([predicted, predicted, predicted])
    const crossing = { ...world.incident, incidentId: 'limit-s1-0-above-90-1' }
    expect(await linksOf('opened', { incidents: [crossing] })).toEqual([predicted])
    expect(await linksOf('digest', { incidents: [crossing, incidents[0]!] })).toEqual([predicted, each[0], list])
  })

  it('can be acknowledged only while that makes sense', async () => {
    for (const kind of ['acknowledged', 'recovered', 'digest', 'predicted', 'trial'] satisfies AlertKind[])
      expect((await compose(world.message(kind))).text).not.toContain('/acknowledge?')
    expect((await compose(world.message('escalated'))).text).toContain('/acknowledge?')
  })

  it('about a limit says nothing of missing data, and offers nothing that leads nowhere', async () => {
    const [lead] = world.incident.series
    const crossing = { ...world.incident, incidentId: 'limit-s1-0-above-90-1', severity: null }
    const incidents = [{ ...crossing, series: [{ ...lead!, value: 97, expected: null }] }]
    for (const kind of ['opened', 'recovered', 'digest'] satisfies AlertKind[]) {
      const { html, text } = await compose(world.message(kind, { incidents }))
      for (const written of [text, visible(html!)]) expect(written).not.toMatch(/data missing|Acknowledge|of 10/)
      expect(text).not.toContain('/incidents/')
      expect(html).not.toMatch(/acknowledge\?|incidents\/limit/)
    }
    const gap = [{ ...crossing, incidentId: 'in_gap', series: [{ ...lead!, value: null, expected: null }] }]
    expect((await compose(world.message('opened', { incidents: gap }))).text).toContain('data missing')
  })

  it('loads nothing from anywhere and runs nothing', async () => {
    const { html } = await compose()
    expect(html).not.toMatch(/src="(?!cid:)|<script|<link|url\(|@import|srcset|background="/)
  })

  it('keeps names of others inert', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'</style>\r\nBcc: thief@example.com\u202e'
    const { incident } = world
    const series = incident.series.map((one) => ({ ...one, metric: evil, instance: evil }))
    const sentence = { en: evil, 'zh-CN': evil }
    const incidents = [{ ...incident, incidentId: evil, sentence, series }]
    for (const kind of ['opened', 'digest'] satisfies AlertKind[]) {
      const { html, subject, text } = await compose(world.message(kind, { projectName: evil, incidents }))
      expect(html).not.toMatch(/<img src=x|onerror="|<\/style>"|\u202e/)
      expect(html!.match(/<\/style>/g)).toHaveLength(1)
      expect(subject).not.toMatch(/[\r\n\u202e]/)
      expect(text).not.toMatch(/^Bcc/m)
    }
  })

  it('lists twenty incidents of a digest with their own links, and counts the others', async () => {
    const incidents = Array.from({ length: 20 }, (_, index) => ({ ...world.incident, incidentId: `i${index}` }))
    const { html, text } = await compose(world.message('digest', { incidents, incidentsTotal: 27 }))
    expect(text.match(/\/incidents\/i\d+/g)).toHaveLength(20)
    expect(html!.match(/\/incidents\/i\d+/g)).toHaveLength(20)
    expect(text).toContain('7 more in Omen')
    expect(html!.length).toBeLessThan(100_000)
  })

  it('keeps the mails about an incident to one address together, by ids that a second attempt repeats', async () => {
    const [opened, again, recovered] = [await compose(), await compose(), await compose(world.message('recovered'))]
    expect(opened.id).toMatch(/^[0-9a-f]{32}$/)
    expect(again.id).toBe(opened.id)
    expect(recovered).toMatchObject({ follows: opened.id })
    expect(recovered.id).not.toBe(opened.id)
  })

  it('lists those that end at one moment', async () => {
    const incidents = ['i1', 'i2'].map((incidentId) => ({ ...world.incident, incidentId }))
    const { html, text, subject, follows } = await compose(world.message('recovered', { incidents, incidentsTotal: 2 }))
    expect(subject).toContain('[Omen] shop: Recovered: 2 incidents, worst: ')
    expect(text.match(/\/incidents\/i\d/g)).toEqual(['/incidents/i1', '/incidents/i2'])
    expect(html!.match(/\/incidents\/i\d/g)).toHaveLength(2)
    expect(follows).toBeUndefined()
  })

  it('about a part of an incident is one more of its mails, and dates what it says', async () => {
    const { incident } = world
    const since = incident.start + 5 * 60_000
    const part = await compose(world.message('opened', { incidents: [{ ...incident, part: 'node2', since }] }))
    const { id } = await compose()
    expect(part).toMatchObject({ follows: id })
    expect(part.id).not.toBe(id)
    expect((await compose()).text).not.toContain('first signs')
    const minuteOf = (time: number) => new Date(time).toISOString().slice(14, 16)
    expect(part.text).toMatch(
      new RegExp(`since [^·]*:${minuteOf(since)}.*first signs at [^\\n]*\\d\\d:${minuteOf(incident.start)}`, 'is'),
    )
  })

  it('goes out without pictures where they cannot be drawn', async () => {
    const away = async () => {
      throw new Error('the store is away')
    }
    const ctx = { ...server.ctx, points: { ...server.ctx.points, reduceLive: away } }
    const { html, text, pictures } = await compose(undefined, 'en', ctx)
    expect(pictures).toEqual([])
    expect(html).not.toContain('cid:')
    expect(text).toContain(world.incident.sentence.en)
  })

  it('is sent as a whole by the console, too', async () => {
    const printed: string[] = []
    await createConsoleMail((text) => printed.push(text)).send(await compose())
    expect(printed[0]).toContain('/acknowledge?token=')
  })

  it('tries an address without a word on incidents', async () => {
    const mail = await compose(world.message('trial', { incidents: [], incidentsTotal: 0 }))
    expect(mail.subject).toBe('[Omen] shop: test mail')
    expect(mail.unsubscribeUrl).toBeUndefined()
    expect(mail.text).toContain('Nothing is wrong.')
  })
})
