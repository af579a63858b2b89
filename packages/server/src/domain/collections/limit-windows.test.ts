import { beforeEach, describe, expect, it } from 'vitest'
import type { CollectedBatch, Collector } from '../../ports/collector.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { limitWindows, untilAborted } from './limit-windows.ts'

const WINDOW = { from: 0, to: 60_000, stepMs: 60_000 }
const never = new AbortController().signal

let clock: TestClock
beforeEach(() => {
  clock = createTestClock({ isStill: true })
})

function collectorOf(collect: Collector['collect'], isFollowing = false): Collector {
  const unused = (): never => {
    throw new Error('unused')
  }
  const traits = { lateMs: 0, maxWindowSteps: 10, isFollowing }
  return { traits, collect, test: unused, choices: unused, estimate: unused, close: async () => {} }
}

function limited(
  collect: Collector['collect'],
  { limitMs, isFollowing }: { limitMs: number; isFollowing?: boolean },
): Collector {
  return limitWindows(collectorOf(collect, isFollowing), limitMs, clock)
}

/** A batch every so often. */
async function* drip(count: number, everyMs: number): AsyncGenerator<CollectedBatch> {
  for (let at = 0; at < count; at++) {
    await clock.sleep(everyMs)
    yield { notes: [`${at}`] }
  }
}

async function countOf(collector: Collector, signal = never, storeMs = 0): Promise<number> {
  let count = 0
  for await (const _ of collector.collect(WINDOW, undefined, signal)) {
    count++
    await clock.sleep(storeMs)
  }
  return count
}

describe('a window with a limit', () => {
  it('is given up where batches keep coming for too long', async () => {
    const counted = countOf(limited(() => drip(1000, 20), { limitMs: 200 }))
    const given = expect(counted).rejects.toMatchObject({ name: 'CollectorError', fault: 'timeout' })
    await clock.pass(200)
    await given
  })

  it('aborts what the collector waits for', async () => {
    let reason: unknown
    const collector = limited(
      async function* (_window, _cursor, signal) {
        signal.addEventListener('abort', () => (reason = signal.reason))
        yield* drip(1000, 20)
      },
      { limitMs: 100 },
    )
    const counted = countOf(collector).catch((thrown: unknown) => thrown)
    await clock.pass(100)
    const error = await counted
    expect(error).toMatchObject({ fault: 'timeout' })
    expect(reason).toBe(error)
  })

  it('ends for an abort, with its reason, though the collector ignores it', async () => {
    const collector = limited(() => drip(1, 60_000), { limitMs: 60_000 })
    const abort = new AbortController()
    const asked = countOf(collector, abort.signal)
    const reason = new Error('stop')
    await clock.advance(50)
    abort.abort(reason)
    await expect(asked).rejects.toBe(reason)
    await expect(countOf(collector, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  it('does not count the time in which a batch is stored', async () => {
    const counted = countOf(
      limited(() => drip(4, 5), { limitMs: 150 }),
      never,
      60,
    )
    await clock.pass(4 * (5 + 60))
    expect(await counted).toBe(4)
  })

  it('has no end where something is followed and batches come', async () => {
    const counted = countOf(limited(() => drip(8, 40), { limitMs: 200, isFollowing: true }))
    await clock.pass(8 * 40)
    expect(await counted).toBe(8)
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
    const read = async () => {
      for await (const _ of limitWindows(collector, 1000, clock).collect(WINDOW, undefined, never)) break
    }
    const left = read()
    await clock.pass(1)
    await left
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
