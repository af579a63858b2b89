import { afterAll, expect, it } from 'vitest'
import { createSeriesTable } from '../../ports/series-table.ts'
import { createPiscinaDecoder } from './piscina-decoder.ts'

const decoder = createPiscinaDecoder({ threads: 1, memoryMb: 64 })
afterAll(() => decoder.close())

const decode = (body: string, maxMs: number) =>
  decoder.decode({
    protocol: 'jsonPoints',
    encoding: 'identity',
    known: createSeriesTable(),
    receivedAt: 0,
    body: new TextEncoder().encode(body),
    maxBytes: 2 ** 27,
    maxItems: 10_000_000,
    maxMs,
  })

it('ends a task that takes too long, or too much memory, and decodes the next one on another thread', async () => {
  const points = `[${'{"metric":"m","time":1795000000,"value":1},'.repeat(2_000_000)}{}]`
  expect(await decode('[]', 60_000)).toMatchObject({ kind: 'points' })
  expect(await decode(points, 5)).toEqual({
    kind: 'tooCostly',
    message: 'takes more than 0.005 seconds to decode: send smaller batches',
  })
  // Whatever the load, the task must run out of memory and not of time
  expect(await decode(points, 3_600_000)).toMatchObject({
    kind: 'tooCostly',
    message: expect.stringContaining('64 MiB'),
  })
  expect(await decode('[]', 60_000)).toMatchObject({ kind: 'points' })
})
