import type { Fetch } from '../transport.ts'

/**
 * A fetch that keeps cookies for one server as a browser does, for signing in with a password from a script.
 * Nothing is persisted; attributes other than name and value are ignored.
 */
export function cookieFetch(send: Fetch = (request) => globalThis.fetch(request)): Fetch {
  const jar = new Map<string, string>()
  return async (request) => {
    const headers = new Headers(request.headers)
    if (jar.size > 0) headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await send(new Request(request, { headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}
