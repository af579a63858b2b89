import { describe, expect, it } from 'vitest'
import { createOmen } from './create-omen.ts'
import { closedPort } from './testing/closed-port.ts'
import { serve } from './testing/serve.ts'

const VERSION = { version: '1.2.3', api: '1', requiresInvitation: false }

describe('unwrap', () => {
  it('returns the data of a successful response', async () => {
    const { baseUrl } = await serve(() => ({ json: { success: 'True', ...VERSION } }))
    await expect(createOmen({ baseUrl }).system.version()).resolves.toMatchObject(VERSION)
  })

  it('throws the problem of a failure with all its fields', async () => {
    const details = [{ field: 'modelName', message: 'no spaces' }]
    const failure = { success: false, code: 'VALIDATION_FAILED', message: 'No.', requestId: 'r-1', details }
    const { baseUrl } = await serve(() => ({ status: 400, json: { ...failure, retryAfterMs: 1500 } }))
    await expect(createOmen({ baseUrl }).system.version()).rejects.toMatchObject({
      name: 'ApiProblem',
      code: 'VALIDATION_FAILED',
      status: 400,
      message: 'No.',
      requestId: 'r-1',
      details,
      retryAfterMs: 1500,
    })
  })

  it('throws for an empty 502, whose parsed error is falsy', async () => {
    const { baseUrl } = await serve(() => ({ status: 502, text: '' }))
    const call = createOmen({ baseUrl, retry: false }).system.version()
    await expect(call).rejects.toMatchObject({ name: 'ApiProblem', code: 'OVERLOADED', status: 502 })
  })

  it('derives the code from the status if a proxy responds with a page', async () => {
    const { baseUrl } = await serve(() => ({ status: 413, text: '<h1>too large</h1>' }))
    const call = createOmen({ baseUrl }).system.version()
    await expect(call).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413, requestId: undefined })
  })

  it('treats a code outside the enum as a response of another server', async () => {
    const { baseUrl } = await serve(() => ({ status: 404, json: { code: 'ENOENT', message: 'gone' } }))
    await expect(createOmen({ baseUrl }).system.version()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('throws for a 200 that does not claim success, unless the later rule accepts it', async () => {
    const { baseUrl } = await serve(() => ({ json: { success: 1, ...VERSION } }))
    const strict = createOmen({ baseUrl }).system.version()
    await expect(strict).rejects.toMatchObject({ name: 'TransportError', kind: 'bad-answer' })
    const truthy = createOmen({ baseUrl, successRule: 'truthy' }).system.version()
    await expect(truthy).resolves.toMatchObject(VERSION)
  })

  it('throws a transport error for a 200 that is not JSON', async () => {
    const { baseUrl } = await serve(() => ({ text: '<html>' }))
    await expect(createOmen({ baseUrl }).system.version()).rejects.toMatchObject({ kind: 'bad-answer' })
  })

  it('throws a transport error if nobody listens', async () => {
    const omen = createOmen({ baseUrl: await closedPort(), retry: false })
    await expect(omen.system.version()).rejects.toMatchObject({ name: 'TransportError', kind: 'network' })
  })

  it("says 'Your request timed out' when no answer comes in time", async () => {
    const { baseUrl } = await serve(() => () => {})
    const call = createOmen({ baseUrl, timeoutMs: 50 }).system.version()
    await expect(call).rejects.toMatchObject({ kind: 'timeout', message: 'Your request timed out' })
  })

  it('distinguishes a call aborted by its caller from a timeout', async () => {
    const { baseUrl } = await serve(() => () => {})
    const call = createOmen({ baseUrl }).system.version({ signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ kind: 'aborted' })
  })

  it.each(['', '.', '..'])("says 'Missing a required URL parameter' for the id %j and sends nothing", async (id) => {
    const { baseUrl, received } = await serve(() => ({}))
    const call = createOmen({ baseUrl }).models.get(id)
    await expect(call).rejects.toMatchObject({
      kind: 'missing-parameter',
      message: 'Missing a required URL parameter',
    })
    expect(received).toEqual([])
  })

  it('keeps an id inside its path segment', async () => {
    const { baseUrl, received } = await serve(() => ({ json: { success: true, model: {} } }))
    await createOmen({ baseUrl }).models.get('../a/b?c')
    expect(received[0]?.path).toBe('/models/..%2Fa%2Fb%3Fc')
  })
})
