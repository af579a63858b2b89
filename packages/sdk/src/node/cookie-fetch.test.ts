import { describe, expect, it } from 'vitest'
import { createOmen } from '../create-omen.ts'
import { memoryCsrf } from '../csrf-store.ts'
import { serve } from '../testing/serve.ts'
import { cookieFetch } from './cookie-fetch.ts'

describe('cookieFetch', () => {
  it('sends a session cookie back until the server deletes it', async () => {
    const json = { success: true, token: 'csrf', user: {}, job: {} }
    const cookies = ['omen_session=secret; HttpOnly', '', 'omen_session=; Max-Age=0', '']
    const { baseUrl, received } = await serve((_, count) => {
      const cookie = cookies[count - 1]
      return { json, headers: cookie ? { 'Set-Cookie': cookie } : {} }
    })
    const { accounts, jobs } = createOmen({ baseUrl, fetch: cookieFetch(), csrf: memoryCsrf() })
    await accounts.login({ userName: 'alice1', password: 'x' })
    await jobs.cancel('j')
    await accounts.logout()
    await jobs.get('j')
    expect(received.map(({ headers }) => headers.cookie)).toEqual([
      ...[undefined, 'omen_session=secret', 'omen_session=secret', undefined],
    ])
    expect(String(received[0]?.body)).toContain('alice1')
  })
})
