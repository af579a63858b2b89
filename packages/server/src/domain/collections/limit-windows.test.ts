import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { CollectedBatch, Collector } from '../../ports/collector.ts'
import { limitWindows, untilAborted } from './limit-windows.ts'

const window = { from: 0, to: 60_000, stepMs: 60_000 }
const never = new AbortController().signal

function collectorOf(collect: Collector['collect'], isFollowing = false): Collector {
  const unused = (): never => {
    throw new Error('unused')
  }
  const traits = { lateMs: 0, maxWindowSteps: 10, isFollowing }
  return { traits, collect, test: unused, choices: unused, estimate: unused, close: async () => {} }
}

/** A batch every so often. */
async function* drip(count: number, everyMs: number): AsyncGenerator<CollectedBatch> {
  for (let at = 0; at < count; at++) {
    await wait(everyMs)
    yield { notes: [`${at}`] }
  }
}

async function countOf(collector: Collector, signal = never, storeMs = 0): Promise<number> {
  let count = 0
  for await (const _ of collector.collect(window, undefined, signal)) {
    count++
    await wait(storeMs)
  }
  return count
}

describe('a window with a limit', () => {
  it('is given up where batches keep coming for too long', async () => {
    await expect(
      countOf(
        limitWindows(
          collectorOf(() => drip(1000, 20)),
          200,
        ),
      ),
    ).rejects.toMatchObject({
      name: 'CollectorError',
      fault: 'timeout',
    })
  })

  it('aborts what the collector waits for', async () => {
    let reason: unknown
    const collector = collectorOf(async function* (_window, _cursor, signal) {
      signal.addEventListener('abort', () => (reason = signal.reason))
      yield* drip(1000, 20)
    })
    const error = await countOf(limitWindows(collector, 100)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ fault: 'timeout' })
    expect(reason).toBe(error)
  })

  it('ends for an abort, with its reason, though the collector ignores it', async () => {
    const collector = limitWindows(
      collectorOf(() => drip(1, 60_000)),
      60_000,
    )
    const abort = new AbortController()
    const asked = countOf(collector, abort.signal)
    const reason = new Error('stop')
    setTimeout(() => abort.abort(reason), 50)
    await expect(asked).rejects.toBe(reason)
    await expect(countOf(collector, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  it('does not count the time in which a batch is stored', async () => {
    expect(
      await countOf(
        limitWindows(
          collectorOf(() => drip(4, 5)),
          150,
        ),
        never,
        60,
      ),
    ).toBe(4)
  })

  it('has no end where something is followed and batches come', async () => {
    expect(
      await countOf(
        limitWindows(
          collectorOf(() => drip(8, 40), true),
          200,
        ),
      ),
    ).toBe(8)
  })

  it('lets the collector tidy up where its reader leaves', async () => {
    let isTidy = false
    const collector = collectorOf(async function* () {
      try {
        yield* drip(5, 1)
      } finally {
        isTidy = true
      }
    })
    for await (const _ of limitWindows(collector, 1000).collect(window, undefined, never)) break
    await expect.poll(() => isTidy).toBe(true)
  })
})

it('an answer comes before an abort, and an abort before an answer that never comes', async () => {
  expect(await untilAborted(Promise.resolve(7), never)).toBe(7)
  const reason = new Error('stop')
  await expect(untilAborted(new Promise(() => {}), AbortSignal.timeout(20))).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  await expect(untilAborted(Promise.resolve(7), AbortSignal.abort(reason))).rejects.toBe(reason)
})
