import { describe, expect, test } from 'vitest'
import type { CollectorError } from '../../ports/collector.ts'
import { type Outbound, OutboundError } from '../../ports/outbound.ts'
import { openTestOutbound } from '../../testing/test-outbound.ts'
import { askProvider, cleanText, faultOfStatus } from './ask-provider.ts'

const { signal } = new AbortController()

describe('askProvider', () => {
  const answering = (fetch: Outbound['fetch']): Outbound => ({ ...openTestOutbound(), fetch })
  const ask = (outbound: Outbound) => askProvider(outbound, { url: 'https://example.com', headers: {} }, signal)
  const faultOf = (outbound: Outbound) =>
    ask(outbound).then(
      () => undefined,
      (error: CollectorError) => error.fault,
    )

  test('does not follow redirects', async () => {
    let maxRedirects: number | undefined
    await ask(
      answering(async (_, init) => {
        maxRedirects = init?.maxRedirects
        return new Response('')
      }),
    )
    expect(maxRedirects).toBe(0)
  })

  test('refuses an answer above 64 MiB before it is complete', async () => {
    let chunks = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks++
        controller.enqueue(new Uint8Array(2 ** 20))
      },
    })
    expect(await faultOf(answering(async () => new Response(body)))).toBe('tooMuch')
    expect(chunks).toBeLessThan(70)
  })

  test.each(['refusedAddress', 'unreachable', 'timeout', 'certificate'] as const)('tells %s', async (fault) => {
    const failing = answering(() => Promise.reject(new OutboundError(fault, 'why')))
    expect(await faultOf(failing)).toBe(fault)
  })
})

test('cleanText is one short line without markup and secrets', () => {
  expect(cleanText('<html>\n<b>No</b>\tkey=s3cret</html>', ['s3cret', ''])).toBe('No key=***')
  expect(cleanText('x'.repeat(9999), [])).toHaveLength(501)
})

test('faultOfStatus takes what it does not know for a bad answer', () => {
  expect([401, 403, 429, 500, 599, 418, 302].map(faultOfStatus)).toEqual([
    'credentials',
    'permission',
    'throttled',
    'providerFailed',
    'providerFailed',
    'badAnswer',
    'badAnswer',
  ])
})
