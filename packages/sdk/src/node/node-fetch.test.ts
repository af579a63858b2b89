import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOmen } from '../create-omen.ts'
import { closedPort } from '../testing/closed-port.ts'
import { serve } from '../testing/serve.ts'
import { nodeFetch } from './node-fetch.ts'

describe('nodeFetch', () => {
  it('sends method, headers and body, and gives status, headers and body back', async () => {
    const { baseUrl, received } = await serve(() => ({ status: 202, json: { a: 1 }, headers: { 'X-Odd': 'yes' } }))
    const request = new Request(`${baseUrl}jobs`, { method: 'POST', body: '{"b":2}', headers: { 'X-Given': 'one' } })
    const answer = await nodeFetch()(request)
    expect([answer.status, answer.headers.get('X-Odd'), await answer.json()]).toEqual([202, 'yes', { a: 1 }])
    expect(received[0]).toMatchObject({ method: 'POST', headers: { 'x-given': 'one', 'content-length': '7' } })
    expect(String(received[0]?.body)).toBe('{"b":2}')
  })

  it('uses the agent for the address', async () => {
    const { baseUrl } = await serve(() => ({ json: {} }))
    const agent = new Agent()
    const asked: string[] = []
    await nodeFetch((url) => {
      asked.push(url.href)
      return agent
    })(new Request(`${baseUrl}x`))
    expect(asked).toEqual([`${baseUrl}x`])
  })

  it('throws a TypeError without a connection, and the reason of an abort', async () => {
    const refused = nodeFetch()(new Request(await closedPort()))
    await expect(refused).rejects.toThrow(TypeError)
    const stop = new AbortController()
    const { baseUrl } = await serve(() => ({ json: {} }))
    const call = nodeFetch()(new Request(baseUrl, { signal: stop.signal }))
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })
})

describe('a time limit', () => {
  it.each(['fetch', 'nodeFetch'])('holds where the body never ends, by %s', async (name) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"success":')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const omen = createOmen({ baseUrl, timeoutMs: 200, ...(name === 'nodeFetch' && { fetch: nodeFetch() }) })
    await expect(omen.models.list()).rejects.toMatchObject({ kind: 'timeout' })
  })
})
