import { expect, it } from 'vitest'
import type { DecodedLogs } from '../../ports/decoded-logs.ts'
import type { Decoder } from '../../ports/decoder.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { decodeLogBatch } from './decode.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A decoder whose tasks end when the test says so. */
function createHeldDecoder() {
  const begun: string[] = []
  const held: (() => void)[] = []
  const decodeLogs: Decoder['decodeLogs'] = ({ body }) => {
    const { promise, resolve } = Promise.withResolvers<DecodedLogs>()
    begun.push(new TextDecoder().decode(body))
    held.push(() => resolve({ kind: 'tooLarge', maxBytes: 1 }))
    return promise
  }
  return {
    begun,
    ctx: {
      decoder: { decodeLogs } as Decoder,
      settings: { maxIngestLines: 10, maxIngestBytes: 1000 } as Parameters<typeof decodeLogBatch>[0]['settings'],
      clock: createTestClock({ isStill: true, startsAt: 0 }),
    },
    async endAll() {
      for (await settled(); held.length > 0; await settled()) held.shift()!()
    },
  }
}

it('decodes one batch of an account at a time, whatever its projects, and none of a client that left', async () => {
  const { ctx, begun, endAll } = createHeldDecoder()
  const send = (accountId: string, sourceId: string, signal?: AbortSignal) => {
    const body = new TextEncoder().encode(sourceId)
    const task = { protocol: 'textLogs', body, encoding: 'identity' } as const
    return decodeLogBatch(ctx, { accountId, sourceId }, task, signal).catch((error) => error.code ?? error.message)
  }
  const leaving = new AbortController()
  const answers = [send('a', 'a1'), send('a', 'a2'), send('a', 'a3', leaving.signal), send('b', 'b1')]
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  leaving.abort(new Error('the client left'))
  await settled()
  await endAll()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  const tooLarge = 'PAYLOAD_TOO_LARGE'
  expect(await Promise.all(answers)).toEqual([tooLarge, tooLarge, 'the client left', tooLarge])
})

it('refuses a further batch of an account that has 100 waiting, in all of its projects, and no first one of another', async () => {
  const { ctx, endAll } = createHeldDecoder()
  const send = (accountId: string, sourceId: string) => {
    const task = { protocol: 'textLogs', body: new Uint8Array(1), encoding: 'identity' } as const
    return decodeLogBatch(ctx, { accountId, sourceId }, task).catch((error) => error.code)
  }
  const answers: Promise<string>[] = []
  for (let account = 0; account < 12; account++)
    for (let project = 0; project < 101; project++) answers.push(send(`${account}`, `${account}-${project}`) as never)
  expect(await send('0', 'another project')).toBe('OVERLOADED')
  const first = send('new', 'project')
  await endAll()
  expect(await first).toBe('PAYLOAD_TOO_LARGE')
  expect((await Promise.all(answers)).filter((code) => code === 'OVERLOADED').length).toBeGreaterThan(0)
})
