import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { wordsOf } from '../../domain/alert-mail/words.ts'
import { renderFailure } from '../../domain/deliveries/index.ts'
import type { AlertOrder, ChannelOutcome, ChannelProvider, ChannelSecrets } from '../../ports/alert-channel.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { sampleAlert, sampleIncident } from '../../testing/sample-alert.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { openOutbound } from '../outbound/open-outbound.ts'
import { createAlertChannels } from './create-alert-channels.ts'

const outbound: Outbound = openOutbound({ allow: ['127.0.0.1'], proxy: null, ca: null })
const channels = createAlertChannels(outbound)
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.requests.length = 0
  receiver.answer = () => ({ status: 200, body: 'ok' })
})
afterEach(() => expect(receiver.requests.every(({ method }) => method === 'POST')).toBe(true))
afterAll(async () => {
  await outbound.close()
  await receiver.close()
})

const KEY = 'R0123456789012345678901234567890'
const order = (changes: Partial<AlertOrder> = {}): AlertOrder => ({
  deliveryId: 'd1',
  alertId: 'a1',
  message: sampleAlert(),
  locale: 'en',
  link: 'https://omen.example/live/shop?window=1~2',
  now: Date.UTC(2026, 10, 23, 9, 6),
  ...changes,
})

function secretsOf(provider: ChannelProvider): ChannelSecrets {
  if (provider === 'pagerduty') return { serviceKey: KEY, endpoint: `${receiver.url}/v2/enqueue` }
  return { serviceKey: `${receiver.url}/hook/secret`, ...(provider === 'webhook' && { signingSecret: 'signs' }) }
}

/** As its reader sees it. */
function shown(outcome: ChannelOutcome, locale: AlertOrder['locale'] = 'en') {
  if (outcome.kind === 'sent') return outcome
  const { failure, ...rest } = outcome
  return { ...rest, text: renderFailure(failure, locale) }
}

const sendWith = async (provider: ChannelProvider, secrets: ChannelSecrets, changes: Partial<AlertOrder> = {}) =>
  channels[provider].send(order(changes), secrets, AbortSignal.timeout(5000))
const send = async (provider: ChannelProvider, changes: Partial<AlertOrder> = {}) =>
  shown(await sendWith(provider, secretsOf(provider), changes))
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const bodies = (): any[] => receiver.requests.map(({ body }) => JSON.parse(body))

const PROVIDERS = ['slack', 'webhook', 'pagerduty', 'teams'] as const
describe.each(PROVIDERS)('%s', (provider) => {
  it('does not repeat its key, as the service does', async () => {
    receiver.answer = ({ path, body }) => ({
      status: 500,
      body: `no route ${path} for ${JSON.parse(body).routing_key}`,
    })
    const { text } = (await send(provider)) as { text: string }
    expect(text).toMatch(/^It answered 500: no route \*\*\* for (\*\*\*|undefined)\.$/)
  })
  it.each([
    [
      { status: 500, body: 'oops' },
      { kind: 'retry', text: 'It answered 500: oops.', retryAfterMs: undefined },
    ],
    [
      { status: 403, body: 'invalid_token' },
      { kind: 'retry', text: 'It answered 403: invalid_token.' },
    ],
    [
      { status: 429, headers: { 'Retry-After': '30' } },
      { kind: 'retry', text: 'It answered 429.', retryAfterMs: 30_000 },
    ],
    [
      { status: 429, headers: { 'Retry-After': '9999999' } },
      { kind: 'retry', retryAfterMs: 21_600_000 },
    ],
    [
      { status: 400, body: 'invalid_payload' },
      { kind: 'refused', text: 'It answered 400: invalid_payload.' },
    ],
    [
      { status: 404, body: 'no_service' },
      { kind: 'gone', text: 'It answered 404: no_service.' },
    ],
    [{ status: 410, body: 'channel_is_archived' }, { kind: 'gone' }],
    [
      { status: 302, headers: { Location: '/other' } },
      { kind: 'retry', text: expect.stringContaining('redirects') },
    ],
    [
      { status: 502, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<html>' },
      { kind: 'retry', text: 'It answered 502: a web page.' },
    ],
    [
      { status: 500, body: `a\0b${'x'.repeat(9000)}` },
      { kind: 'retry', text: `It answered 500: ab${'x'.repeat(198)}.` },
    ],
  ])('takes %j for what it is', async (answer, outcome) => {
    receiver.answer = () => answer
    expect(await send(provider)).toMatchObject(outcome)
    expect(receiver.requests).toHaveLength(1)
  })

  it('says why nothing came back', async () => {
    const secrets = { ...secretsOf(provider), serviceKey: provider === 'pagerduty' ? KEY : 'http://10.0.0.1/hook' }
    const blocked = provider === 'pagerduty' ? { ...secrets, endpoint: 'http://10.0.0.1/' } : secrets
    expect(shown(await sendWith(provider, blocked))).toMatchObject({
      kind: 'retry',
      text: expect.stringContaining('not a public address'),
    })
  })

  it('ends with the reason of the signal where the service hangs', async () => {
    receiver.answer = () => undefined
    const sending = channels[provider].send(order(), secretsOf(provider), AbortSignal.timeout(100))
    await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('slack', () => {
  it('sends a header, a section an incident, and a link; all of it escaped', async () => {
    const sentence = { en: '<!channel> a & b > c @here', 'zh-CN': '' }
    const message = sampleAlert({ projectName: 'a<b', incidents: [sampleIncident({ sentence })] })
    expect(await send('slack', { message })).toEqual({ kind: 'sent' })
    const escaped = '&lt;!channel&gt; a &amp; b &gt; c @\u200bhere'
    const facts = 'since 23 Nov 2026, 10:00 (Europe/Berlin) · severity 8.4 of 10'
    const link = 'https://omen.example/live/shop?window=1~2'
    const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })
    expect(bodies()).toEqual([
      {
        text: `Incident in a&lt;b\n${escaped}\n<${link}>`,
        unfurl_links: false,
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Incident in a<b', emoji: false } },
          section(`${escaped}\n${facts}`),
          section(`<${link}|Open in Omen>`),
        ],
      },
    ])
    expect(receiver.requests[0]!.headers['content-type']).toBe('application/json')
  })

  it('keeps to the limits, counts what it leaves out, and speaks Chinese', async () => {
    const sentence = { en: '', 'zh-CN': '长'.repeat(4000) }
    const incidents = Array.from({ length: 20 }, () => sampleIncident({ sentence }))
    const message = sampleAlert({ kind: 'digest', projectName: 'p'.repeat(400), incidents, incidentsTotal: 31 })
    await send('slack', { message, locale: 'zh-CN', link: undefined })
    const [{ blocks }] = bodies()
    expect(blocks).toHaveLength(7)
    for (const { type, text } of blocks) expect(text.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3000)
    expect(blocks.at(-1).text.text).toBe('另有 26 起')
  })

  it('is content with the "ok" that Slack calls text/html', async () => {
    receiver.answer = () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: 'ok' })
    expect(await send('slack')).toEqual({ kind: 'sent' })
  })

  it('takes a web page for a wrong address', async () => {
    receiver.answer = () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in' })
    expect(await send('slack')).toMatchObject({ kind: 'retry', text: expect.stringContaining('Check the address') })
  })
})

test('webhook sends the alert as it is, signed, with the same id each time', async () => {
  await send('webhook')
  await send('webhook', { now: Date.UTC(2026, 10, 23, 10) })
  const [first, second] = receiver.requests
  expect(JSON.parse(first!.body)).toEqual({ alertId: 'a1', ...sampleAlert(), link: order().link })
  expect(first!.body).toBe(second!.body)
  for (const { headers, body } of [first!, second!]) {
    expect(headers['x-omen-delivery']).toBe('d1')
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-omen-signature']))!
    expect(createHmac('sha256', 'signs').update(`${t}.${body}`).digest('hex')).toBe(v1)
  }
  expect(first!.headers['x-omen-signature']).toMatch(`t=${Date.UTC(2026, 10, 23, 9, 6) / 1000},`)
})

describe('pagerduty', () => {
  beforeEach(() => {
    receiver.answer = () => ({ status: 202, body: '{"status":"success","message":"Event processed","dedup_key":"x"}' })
  })

  it('triggers by incident, and acknowledges and resolves what was triggered', async () => {
    expect(await send('pagerduty')).toEqual({ kind: 'sent' })
    expect(await send('pagerduty', { message: sampleAlert({ kind: 'acknowledged' }) })).toEqual({ kind: 'sent' })
    expect(await send('pagerduty', { message: sampleAlert({ kind: 'recovered' }) })).toEqual({ kind: 'sent' })
    expect(bodies()).toEqual([
      {
        routing_key: KEY,
        event_action: 'trigger',
        dedup_key: 'omen-inc1',
        client: 'Omen',
        client_url: order().link,
        links: [{ href: order().link, text: 'shop' }],
        payload: {
          summary: 'Incident in shop: cpu on node4 reached 98, usually 20',
          source: 'shop',
          severity: 'critical',
          timestamp: '2026-11-23T09:00:00.000Z',
          component: 'node4',
          class: 'cpu',
          group: 'shop',
          custom_details: { kind: 'opened', ...sampleIncident() },
        },
      },
      { routing_key: KEY, event_action: 'acknowledge', dedup_key: 'omen-inc1' },
      { routing_key: KEY, event_action: 'resolve', dedup_key: 'omen-inc1' },
    ])
    expect(receiver.requests[0]!.path).toBe('/v2/enqueue')
  })

  it('of a digest triggers what lasts, each on its own; nothing is left of one that is over', async () => {
    const incidents = [
      sampleIncident({ severity: 4 }),
      sampleIncident({ incidentId: 'over', end: 1 }),
      sampleIncident({ incidentId: 'gap', severity: null }),
      sampleIncident({ incidentId: 'small', severity: -1.2 }),
    ]
    await send('pagerduty', { message: sampleAlert({ kind: 'digest', incidents }) })
    expect(bodies().map(({ dedup_key, payload }) => [dedup_key, payload.severity])).toEqual([
      ['omen-inc1', 'error'],
      ['omen-gap', 'error'],
      ['omen-small', 'warning'],
    ])
    const over = sampleAlert({ kind: 'digest', incidents: [sampleIncident({ end: 1 })] })
    expect(await send('pagerduty', { message: over })).toMatchObject({ kind: 'needless' })
  })

  it('resolves a test at once', async () => {
    await send('pagerduty', { message: sampleAlert({ kind: 'trial', incidents: [] }) })
    expect(bodies().map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual([
      ['trigger', 'omen-trial-a1'],
      ['resolve', 'omen-trial-a1'],
    ])
  })

  it('counts as accepted only with 202', async () => {
    receiver.answer = () => ({ status: 200, body: 'proxy' })
    expect(await send('pagerduty')).toMatchObject({ kind: 'retry', text: 'It answered 200 instead of 202: proxy.' })
  })
})

describe('teams', () => {
  it('posts an adaptive card, whose Markdown is escaped', async () => {
    receiver.answer = () => ({ status: 202 })
    const sentence = { en: 'disk_write [a](http://evil) *up*', 'zh-CN': '' }
    expect(await send('teams', { message: sampleAlert({ incidents: [sampleIncident({ sentence })] }) })).toEqual({
      kind: 'sent',
    })
    const [{ type, attachments }] = bodies()
    expect([type, attachments.length, attachments[0].contentType]).toEqual([
      'message',
      1,
      'application/vnd.microsoft.card.adaptive',
    ])
    const { body, actions, ...card } = attachments[0].content
    expect(card).toMatchObject({ type: 'AdaptiveCard', version: '1.4' })
    expect(body.map(({ text }: { text: string }) => text)).toEqual([
      'Incident in shop',
      'disk\\_write \\[a\\]\\(http://evil\\) \\*up\\*',
      'since 23 Nov 2026, 10:00 \\(Europe/Berlin\\) · severity 8.4 of 10',
    ])
    expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Omen', url: order().link }])
  })

  it('notices a failure that an older connector answers with 200', async () => {
    const said = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429'
    receiver.answer = () => ({ status: 200, body: said })
    expect(await send('teams')).toMatchObject({ kind: 'retry', text: `It did not accept the message: ${said}.` })
    for (const body of ['1', '{"status":"posted","errors":[]}']) {
      receiver.answer = () => ({ status: 200, body })
      expect(await send('teams')).toEqual({ kind: 'sent' })
    }
  })
})

test('an alert is told of in the same words as in mails', async () => {
  const message = sampleAlert({ kind: 'recovered' })
  for (const locale of ['en', 'zh-CN'] as const) await send('slack', { message, locale })
  const texts = bodies().map(({ blocks: [title, section] }) => `${title.text.text} ${section.text.text}`)
  for (const [index, words] of [wordsOf.en, wordsOf['zh-CN']].entries()) {
    expect(texts[index]).toContain(words.label.recovered)
    expect(texts[index]).toContain(words.severity(8.4))
  }
})

test('what came of it is said in the language of whoever reads it', async () => {
  receiver.answer = () => ({ status: 500, headers: { 'Content-Type': 'text/html' }, body: '<html>' })
  const failed = await sendWith('slack', secretsOf('slack'))
  expect(shown(failed)).toMatchObject({ text: 'It answered 500: a web page.' })
  expect(shown(failed, 'zh-CN')).toMatchObject({ text: '对方返回 500：一个网页。' })
  const blocked = await sendWith('webhook', { serviceKey: 'http://10.0.0.1/' })
  expect(shown(blocked)).toMatchObject({ text: expect.stringContaining('not a public address') })
  expect(shown(blocked, 'zh-CN')).toMatchObject({ text: expect.stringContaining('10.0.0.1 不是公网地址') })
})

test('what was typed in is checked, and told by what is no secret', () => {
  expect(channels.slack.describe({ serviceKey: 'https://hooks.slack.com/services/T0/B0/abcdefgh' })).toBe(
    'hooks.slack.com/…efgh',
  )
  expect(channels.pagerduty.describe({ serviceKey: KEY })).toBe('…7890')
  expect(channels.pagerduty.describe({ serviceKey: KEY, endpoint: 'https://events.eu.pagerduty.com/v2/enqueue' })).toBe(
    'events.eu.pagerduty.com …7890',
  )
  for (const provider of ['slack', 'webhook', 'teams'] as const)
    for (const serviceKey of ['hooks.slack.com/x', 'ftp://x', ''])
      expect(() => channels[provider].describe({ serviceKey })).toThrow(/https:\/\//)
  expect(() => channels.pagerduty.describe({ serviceKey: 'short' })).toThrow(/32 letters/)
  expect(() => channels.pagerduty.describe({ serviceKey: KEY, endpoint: 'x' })).toThrow(/https:\/\//)
})
