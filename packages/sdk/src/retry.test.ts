import { describe, expect, it } from 'vitest'
import { createOmen } from './create-omen.ts'
import { backoffMs, defaultRetry, retryAfterOf } from './retry.ts'
import { type Answer, serve } from './testing/serve.ts'
import { testClock } from './testing/test-clock.ts'

const busy = (headers: Record<string, string> = {}): Answer => ({
  status: 503,
  headers,
  json: { success: false, code: 'OVERLOADED', message: 'Later.', requestId: 'r' },
})
const FINE: Answer = { json: { success: true, job: { id: 'j' } } }

describe('retries', () => {
  it('repeats a GET after the seconds in Retry-After', async () => {
    const clock = testClock()
    const { baseUrl, received } = await serve((_, count) => (count < 3 ? busy({ 'Retry-After': '2' }) : FINE))
    await createOmen({ baseUrl, clock }).jobs.get('j')
    expect(received).toHaveLength(3)
    expect(clock.slept).toEqual([2000, 2000])
  })

  it('backs off without a Retry-After', async () => {
    const clock = testClock()
    const { baseUrl } = await serve((_, count) => (count < 4 ? busy() : FINE))
    await createOmen({ baseUrl, clock, retry: { random: () => 1 } }).jobs.get('j')
    expect(clock.slept).toEqual([300, 600, 1200])
  })

  it('gives up after the last attempt with the problem of the server', async () => {
    const { baseUrl, received } = await serve(() => busy())
    const call = createOmen({ baseUrl, clock: testClock() }).jobs.get('j')
    await expect(call).rejects.toMatchObject({ code: 'OVERLOADED', status: 503 })
    expect(received).toHaveLength(4)
  })

  it('does not wait longer than its limit, and passes the time on', async () => {
    const { baseUrl, received } = await serve(() => busy({ 'Retry-After': '3600' }))
    const call = createOmen({ baseUrl, clock: testClock() }).jobs.get('j')
    await expect(call).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
    expect(received).toHaveLength(1)
  })

  it('never repeats a POST without an idempotency key', async () => {
    const { baseUrl, received } = await serve(() => busy())
    const call = createOmen({ baseUrl, clock: testClock() }).accounts.login({ userName: 'a', password: 'b' })
    await expect(call).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(received).toHaveLength(1)
  })

  it('repeats an upload call with the same key and the same body', async () => {
    const { baseUrl, received } = await serve((_, count) => (count < 2 ? busy() : FINE))
    const fields = { uploadFileName: 'a.csv', filename: 'handle-1', modelName: 'shop' }
    await createOmen({ baseUrl, clock: testClock() }).uploads.training(fields)
    const [first, second] = received
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(second?.body.toString()).toBe(first?.body.toString())
  })

  it('repeats a GET whose connection broke', async () => {
    const { baseUrl, received } = await serve((_, count) => (count < 2 ? (answer) => answer.destroy() : FINE))
    await createOmen({ baseUrl, clock: testClock() }).jobs.get('j')
    expect(received).toHaveLength(2)
  })

  it('does not repeat a refusal', async () => {
    const json = { success: false, code: 'NOT_FOUND', message: 'No.', requestId: 'r' }
    const { baseUrl, received } = await serve(() => ({ status: 404, json }))
    await expect(createOmen({ baseUrl }).jobs.get('j')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(received).toHaveLength(1)
  })
})

describe('backoffMs', () => {
  it('doubles, stays between half and all of its bound, and stops at the limit', () => {
    const policy = { ...defaultRetry, baseMs: 100, maxMs: 500 }
    expect([1, 2, 3, 4].map((n) => backoffMs(n, { ...policy, random: () => 1 }))).toEqual([100, 200, 400, 500])
    expect([1, 2, 3, 4].map((n) => backoffMs(n, { ...policy, random: () => 0 }))).toEqual([50, 100, 200, 250])
  })
})

describe('retryAfterOf', () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    ['3', 3000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('reads %j as %s ms', (value, expected) => {
    expect(retryAfterOf(new Headers({ 'Retry-After': value }), now)).toBe(expected)
  })

  it('is undefined if the header is missing', () => {
    expect(retryAfterOf(new Headers())).toBeUndefined()
  })
})
