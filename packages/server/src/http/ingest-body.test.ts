import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { withIngestBody } from './ingest-body.ts'

const MiB = 1024 ** 2
const CTX = { settings: { maxIngestBytes: 64 * MiB } }

/** A body of which so much has come; it has no end until `stream` gets one. */
function send(accountId: string, bytes: number) {
  const stream = new Readable({ read() {} })
  stream.push(Buffer.allocUnsafe(bytes))
  const request = { headers: {}, raw: stream } as unknown as FastifyRequest
  const reply = { raw: { once() {} } } as unknown as FastifyReply
  const answer = withIngestBody({ ctx: CTX, request, reply, accountId }, async (body) => body.length).catch(
    (error) => error.code ?? error.message,
  )
  return { stream, answer }
}

it('admits an account up to an equal share when bodies of others fill the memory, and refuses it beyond', async () => {
  const others = ['a', 'b', 'c', 'd'].map((accountId) => send(accountId, 63 * MiB))
  const first = send('e', 40 * MiB)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await send('e', 20 * MiB).answer).toBe('OVERLOADED')
  expect(await send('a', 1).answer).toBe('OVERLOADED')
  first.stream.push(null)
  expect(await first.answer).toBe(40 * MiB)
  for (const { stream, answer } of others) {
    stream.destroy(new Error('cut'))
    expect(await answer).toBe('cut')
  }
})
