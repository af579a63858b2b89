import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { ClientLeft, leavingOf } from './client-left.ts'
import { answerError } from './errors.ts'

it('aborts the work of a request whose client left, and not of one that was answered', async () => {
  const logged: string[] = []
  const stream = { write: (line: string) => void logged.push(line) }
  const app = Fastify({ logger: { level: 'warn', stream } })
  onTestFinished(() => app.close())
  app.setErrorHandler(answerError)
  const begun = Promise.withResolvers<AbortSignal>()
  app.get('/slow', async (_, reply) => {
    const signal = leavingOf(reply)
    begun.resolve(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const answered = Promise.withResolvers<AbortSignal>()
  app.get('/fast', async (_, reply) => {
    answered.resolve(leavingOf(reply))
    return {}
  })
  const waiting = Promise.withResolvers<void>()
  const afterwards = Promise.withResolvers<AbortSignal>()
  app.get('/late', async (_, reply) => {
    waiting.resolve()
    await once(reply.raw, 'close')
    afterwards.resolve(leavingOf(reply))
    return reply.hijack()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const client = new AbortController()
  const request = fetch(`${url}/slow`, { signal: client.signal })
  const signal = await begun.promise
  client.abort()
  await expect(request).rejects.toThrow()
  await expect.poll(() => signal.reason).toBeInstanceOf(ClientLeft)
  const late = new AbortController()
  const gone = fetch(`${url}/late`, { signal: late.signal })
  await waiting.promise
  late.abort()
  await expect(gone).rejects.toThrow()
  expect((await afterwards.promise).reason).toBeInstanceOf(ClientLeft)
  await (await fetch(`${url}/fast`)).text()
  expect((await answered.promise).aborted).toBe(false)
  expect(logged).toEqual([])
})
