import { describe, expect, it } from 'vitest'
import { createOmen } from './create-omen.ts'
import { memoryCsrf, storageCsrf } from './csrf-store.ts'
import { serve } from './testing/serve.ts'
import { createTransport } from './transport.ts'

const SIGNED_IN = { json: { success: true, token: 'csrf-1', user: { userName: 'alice1' }, job: { id: 'j' } } }
const LOGIN = { userName: 'alice1', password: 'x' }

describe('credentials', () => {
  it('keeps the anti-forgery token of a login and sends it with every mutating call', async () => {
    const csrf = memoryCsrf()
    const { baseUrl, received } = await serve(() => SIGNED_IN)
    const omen = createOmen({ baseUrl, csrf })
    await omen.accounts.login(LOGIN)
    await omen.jobs.cancel('j')
    await omen.jobs.get('j')
    expect(received.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'csrf-1', undefined])
  })

  it.each([
    ['signup', { ...LOGIN, emailOrMobile: 'a@b.co', vcode: '123456' }],
    ['session', undefined],
  ] as const)('keeps the token that %s returns', async (operation, body) => {
    const csrf = memoryCsrf()
    const { baseUrl } = await serve(() => SIGNED_IN)
    const { accounts } = createOmen({ baseUrl, csrf })
    await (operation === 'session' ? accounts.session() : accounts.signup(body!))
    expect(csrf.get()).toBe('csrf-1')
  })

  it('clears the token at logout, but not if logout fails', async () => {
    const csrf = memoryCsrf('old')
    const failure = { success: false, code: 'CSRF_FAILED', message: 'No.', requestId: 'r' }
    const { baseUrl } = await serve((_, count) => (count === 1 ? { status: 403, json: failure } : {}))
    const { accounts } = createOmen({ baseUrl, csrf })
    await expect(accounts.logout()).rejects.toMatchObject({ code: 'CSRF_FAILED' })
    expect(csrf.get()).toBe('old')
    await accounts.logout()
    expect(csrf.get()).toBeUndefined()
  })

  it('sends an access token instead, and no anti-forgery header with it', async () => {
    const { baseUrl, received } = await serve(() => SIGNED_IN)
    await createOmen({ baseUrl, csrf: memoryCsrf('csrf'), token: () => 'secret' }).jobs.cancel('j')
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret' })
    expect(received[0]?.headers).not.toHaveProperty('x-csrf-token')
  })

  it.each([
    ['a\nb', 'holds a line break'],
    ['a b', 'holds a space'],
    ['s3cr\u00e9t', 'holds a character that is not printable ASCII'],
    ['s3cret\u20ac', 'holds a character that is not printable ASCII'],
    ['\n', 'is empty'],
  ])('refuses the token %j without sending or repeating it', async (token, fault) => {
    const { baseUrl, received } = await serve(() => SIGNED_IN)
    for (const given of [token, () => token]) {
      const { jobs } = createOmen({ baseUrl, token: given })
      await expect(jobs.get('j')).rejects.toMatchObject({
        name: 'TransportError',
        kind: 'invalid-header',
        message: `The access token ${fault}`,
      })
    }
    expect(received).toEqual([])
  })

  it('sends a token without the white space around it', async () => {
    const { baseUrl, received } = await serve(() => SIGNED_IN)
    await createOmen({ baseUrl, token: ' secret\n' }).jobs.get('j')
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret' })
  })

  it('calls /api/v1/, or the base that is configured', async () => {
    const called: string[] = []
    const fetch = async ({ url }: Request) => {
      called.push(url)
      return new Response(JSON.stringify(SIGNED_IN.json), { headers: { 'Content-Type': 'application/json' } })
    }
    expect(createTransport().baseUrl).toBe('/api/v1')
    await createOmen({ baseUrl: 'https://omen.example/base/', fetch }).jobs.get('j')
    expect(called).toEqual(['https://omen.example/base/jobs/j'])
  })

  it('asks for JSON, in the language chosen at the time of the call', async () => {
    const { baseUrl, received } = await serve(() => SIGNED_IN)
    let locale: 'en' | 'zh-CN' = 'en'
    const omen = createOmen({ baseUrl, locale: () => locale })
    await omen.jobs.get('j')
    locale = 'zh-CN'
    await omen.jobs.get('j')
    expect(received.map(({ headers }) => headers['accept-language'])).toEqual(['en', 'zh-CN'])
    expect(received[0]?.headers.accept).toBe('application/json')
  })

  it('extends the timeout of a call that waits for its job', async () => {
    const { baseUrl } = await serve(
      () => (response) => setTimeout(() => response.end(JSON.stringify(SIGNED_IN.json)), 120),
    )
    const omen = createOmen({ baseUrl, timeoutMs: 40 })
    const fields = { uploadFileName: 'a.csv', filename: 'h' }
    await expect(omen.uploads.visualization(fields)).rejects.toMatchObject({ kind: 'timeout' })
    await expect(omen.uploads.visualization(fields, { waitSeconds: 1 })).resolves.toMatchObject({ id: 'j' })
  })
})

describe('storageCsrf', () => {
  it("keeps the token under 'omen.csrf'", () => {
    const map = new Map<string, string>()
    const store = storageCsrf({
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
    })
    expect(store.get()).toBeUndefined()
    store.set('t')
    expect(map.get('omen.csrf')).toBe('t')
    expect(store.get()).toBe('t')
    store.clear()
    expect(map.size).toBe(0)
  })
})
