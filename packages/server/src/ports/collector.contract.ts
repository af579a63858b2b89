import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { CollectionFault } from '../schema/wire-types.ts'
import type { CollectedBatch, CollectedLine, Collector, CollectWindow } from './collector.ts'
import { CollectorError } from './collector.ts'

/** What a wire server is to answer in place of what it was asked. */
export interface WireAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * `hang`: no answer until the caller goes; `drip`: blanks, one at a time, until the caller goes; `cut`: the connection ends in the middle of
 * the body.
 */
export type WireFault = WireAnswer | 'hang' | 'drip' | 'cut'

/** A server on loopback that speaks as the provider does. */
export interface ProviderServer {
  /** Requests so far. */
  readonly calls: number
  /** For the next request, or as many as said; 0 ends what was said before. */
  failNext(fault: WireFault, times?: number): void
  close(): Promise<void>
}

/** Everything of a window. */
export interface CollectedData {
  /** Times and values by series id. */
  readonly samples: Readonly<Record<string, readonly (readonly [number, number])[]>>
  /** By time. */
  readonly lines: readonly CollectedLine[]
}

export interface OpenOptions {
  /** `wrong`: the provider does not know them; `limited`: they may not read what is collected. */
  readonly keys?: 'wrong' | 'limited'
  /** How long the transport waits for an answer. */
  readonly timeoutMs?: number
}

/** One server with known data, and collectors on it. */
export interface CollectorHarness {
  readonly server: ProviderServer
  open(options?: OpenOptions): Collector
  /** The server has data in each of its steps, the first and the last included, and right after it. Three steps at least. */
  readonly window: CollectWindow
  /** What the server holds of a window within `window`. */
  known(window: CollectWindow): CollectedData
  /** None of them may be seen in an error. */
  readonly secrets: readonly string[]
  /** The provider's own form of an error. */
  errorAnswer(status: number, text: string): WireAnswer
  /** Bodies that the provider sends where there is nothing, though they look like nonsense: `{}` in some APIs. */
  readonly emptyBodies?: readonly string[]
  /** How the provider says that there were too many calls, and for how long no more should be made. */
  readonly throttled: { readonly answer: WireAnswer; readonly retryAfterMs: number }
  /** Further answers of the provider that have a meaning of their own. */
  readonly refusals?: readonly { readonly answer: WireAnswer; readonly fault: CollectionFault }[]
  /** Undefined where the provider answers everything at once. */
  readonly paging?: {
    /** From now on `window` takes several pages. */
    shrinkPages(): void
    /** Pages without data that each name a further one; undefined where pages do not name the next. */
    serveEmptyPages?(): void
    /** Each page names itself as the next one. */
    repeatPage?(): void
  }
  /** Puts something that is no number in the place of a sample; undefined where values have no type. */
  spoilValue?(): { readonly series: string; readonly time: number }
  /** From now on `window` has more samples or lines than a batch may. */
  grow(): void
  /** The provider no longer has what is collected. */
  vanish(): void
  /** The provider offers so many things to choose from; undefined where nothing is chosen. */
  readonly offerChoices?: (count: number) => { open(): Collector; readonly field: string }
}

const MAX_BATCH = 5000
const NONSENSE = ['', 'null', '[]', '7', '"text"', '{}', '{"a":', '\u0000\u0001', '<html>Sign in</html>']
const never = new AbortController().signal

/** Of everything that fetches: `start` makes a new server for each test. */
export function collectorContract(name: string, start: () => Promise<CollectorHarness>): void {
  describe(name, () => {
    async function withHarness(use: (harness: CollectorHarness) => Promise<void>): Promise<void> {
      const harness = await start()
      try {
        await use(harness)
      } finally {
        await harness.server.close()
      }
    }
    const contract = (title: string, use: (harness: CollectorHarness) => Promise<void>) =>
      test(title, () => withHarness(use))

    contract('tests with a few of the newest samples or lines', async ({ open }) => {
      const collector = open()
      const { series = [], lines = [] } = await collector.test(never)
      const count = countSamples({ series }) + lines.length
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThanOrEqual(20)
      await collector.close()
    })

    contract('estimates calls, fewer of them at a longer interval', async ({ open, window: { stepMs } }) => {
      const collector = open()
      const often = await collector.estimate(stepMs, never)
      const seldom = await collector.estimate(stepMs * 10, never)
      expect(often.callsPerDay).toBeGreaterThan(0)
      expect(Number.isFinite(often.callsPerDay)).toBe(true)
      expect(often.callsPerBackfilledDay).toBeGreaterThan(0)
      expect(seldom.callsPerDay).toBeLessThanOrEqual(often.callsPerDay)
      expect(often.usdPerDay ?? 0).toBeGreaterThanOrEqual(seldom.usdPerDay ?? 0)
      await collector.close()
    })

    contract('says how it may be used', async ({ open }) => {
      const { traits } = open()
      expect(traits.lateMs).toBeGreaterThanOrEqual(0)
      expect(traits.maxWindowSteps).toBeGreaterThanOrEqual(3)
    })

    contract('collects exactly what there is, and the same again', async ({ open, window, known }) => {
      const collector = open()
      const first = await collectAll(collector, window)
      expect(first).toEqual(known(window))
      expect(await collectAll(collector, window)).toEqual(first)
      await collector.close()
    })

    contract('brings much data in batches of at most 5,000', async ({ open, window, known, grow }) => {
      grow()
      const { samples, lines } = known(window)
      expect(Object.values(samples).flat().length + lines.length).toBeGreaterThan(MAX_BATCH)
      expect(await collectAll(open(), window)).toEqual({ samples, lines })
    })

    contract('includes the start of a window and excludes its end', async ({ open, window, known }) => {
      const collector = open()
      const { from, to, stepMs } = window
      const middle = from + stepMs * Math.floor((to - from) / stepMs / 2)
      const [before, after] = [
        await collectAll(collector, { from, to: middle, stepMs }),
        await collectAll(collector, { from: middle, to, stepMs }),
      ]
      expect(before).toEqual(known({ from, to: middle, stepMs }))
      expect(after).toEqual(known({ from: middle, to, stepMs }))
      expect(await collectAll(collector, { from, to: from + stepMs, stepMs })).toEqual(
        known({ from, to: from + stepMs, stepMs }),
      )
    })

    contract('follows pages to the last', async ({ open, window, known, paging, server }) => {
      if (paging === undefined) return
      const collector = open()
      await collectAll(collector, window)
      const { calls } = server
      paging.shrinkPages()
      expect(await collectAll(collector, window)).toEqual(known(window))
      expect(server.calls - calls).toBeGreaterThan(calls)
    })

    contract('gives up on empty pages without end', async ({ open, window, paging, server }) => {
      if (paging?.serveEmptyPages === undefined) return
      paging.serveEmptyPages()
      expect(await faultOf(collectAll(open(), window))).toMatchObject({ fault: 'badAnswer' })
      expect(server.calls).toBeLessThan(5000)
    })

    contract('gives up on a page that names itself as the next', async ({ open, window, paging, server }) => {
      if (paging?.repeatPage === undefined) return
      paging.shrinkPages()
      paging.repeatPage()
      expect(await faultOf(collectAll(open(), window))).toMatchObject({ fault: 'badAnswer' })
      expect(server.calls).toBeLessThan(20)
    })

    contract('rejects where a later page fails', async ({ open, window, paging, server, errorAnswer }) => {
      if (paging === undefined) return
      paging.shrinkPages()
      const failing = async () => {
        for await (const _ of open().collect(window, undefined, never)) server.failNext(errorAnswer(500, 'page lost'))
      }
      expect(await faultOf(failing())).toMatchObject({ fault: 'providerFailed' })
    })

    contract('stops for an abort while it waits, with its reason', async ({ open, window, server }) => {
      for (const [ask, title] of methods(window)) {
        const abort = new AbortController()
        const reason = new Error(`stop ${title}`)
        server.failNext('hang')
        const { calls } = server
        const asked = ask(open(), abort.signal)
        asked.catch(() => {})
        await expect.poll(() => server.calls).toBe(calls + 1)
        abort.abort(reason)
        await expect(asked).rejects.toBe(reason)
        expect(server.calls).toBe(calls + 1)
      }
    })

    contract('stops for an abort while an answer comes drop by drop', async ({ open, window, server }) => {
      for (const [ask, title] of methods(window)) {
        const abort = new AbortController()
        const reason = new Error(`stop ${title}`)
        server.failNext('drip')
        const { calls } = server
        const asked = ask(open({ timeoutMs: 1000 }), abort.signal)
        asked.catch(() => {})
        await expect.poll(() => server.calls).toBe(calls + 1)
        await wait(100)
        abort.abort(reason)
        await expect(asked).rejects.toBe(reason)
      }
    })

    contract('asks nothing for a signal that is aborted', async ({ open, window, server }) => {
      const reason = new Error('stopped')
      for (const [ask] of methods(window)) await expect(ask(open(), AbortSignal.abort(reason))).rejects.toBe(reason)
      expect(server.calls).toBe(0)
    })

    contract('stops for an abort between two pages', async ({ open, window, paging, server }) => {
      if (paging === undefined) return
      paging.shrinkPages()
      const abort = new AbortController()
      const reason = new Error('stop')
      let calls = 0
      const stopping = async () => {
        for await (const _ of open().collect(window, undefined, abort.signal)) {
          abort.abort(reason)
          calls = server.calls
        }
      }
      await expect(stopping()).rejects.toBe(reason)
      expect(server.calls).toBe(calls)
    })

    contract('says when it may ask again, and does not before', async ({ open, window, server, throttled }) => {
      for (const [ask] of methods(window)) {
        const { calls } = server
        server.failNext(throttled.answer)
        expect(await faultOf(ask(open(), never))).toMatchObject({
          fault: 'throttled',
          retryAfterMs: throttled.retryAfterMs,
        })
        await wait(50)
        expect(server.calls).toBe(calls + 1)
      }
    })

    contract('tells wrong keys from keys that may not read', async ({ open, window }) => {
      for (const [ask] of methods(window)) {
        expect(await faultOf(ask(open({ keys: 'wrong' }), never))).toMatchObject({ fault: 'credentials' })
        expect(await faultOf(ask(open({ keys: 'limited' }), never))).toMatchObject({ fault: 'permission' })
      }
    })

    contract('tells a failure of the provider, in its words, and asks once', async (harness) => {
      const { open, window, server, errorAnswer } = harness
      for (const [ask] of methods(window))
        for (const status of [500, 502, 503, 504]) {
          const { calls } = server
          server.failNext(errorAnswer(status, 'the store is away'))
          const error = await faultOf(ask(open(), never))
          expect(error).toMatchObject({ fault: 'providerFailed' })
          expect(error.providerText).toContain('the store is away')
          server.failNext({ status, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' })
          expect(await faultOf(ask(open(), never))).toMatchObject({ fault: 'providerFailed' })
          expect(server.calls).toBe(calls + 2)
        }
    })

    contract('knows the other refusals of the provider', async ({ open, window, server, refusals = [] }) => {
      for (const { answer, fault } of refusals)
        for (const [ask, title] of methods(window)) {
          server.failNext(answer)
          expect({ answer, title, fault: (await faultOf(ask(open(), never))).fault }).toEqual({ answer, title, fault })
        }
    })

    contract('does not take nonsense for an answer', async ({ open, window, server, emptyBodies = [] }) => {
      const json = { 'content-type': 'application/json' }
      const bodies = NONSENSE.filter((body) => !emptyBodies.includes(body))
      for (const [ask, title] of methods(window))
        for (const body of bodies) {
          server.failNext({ status: 200, headers: json, body })
          expect({ title, body, fault: (await faultOf(ask(open(), never))).fault }).toEqual({
            title,
            body,
            fault: 'badAnswer',
          })
        }
      server.failNext({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' })
      expect(await faultOf(collectAll(open(), window))).toMatchObject({ fault: 'badAnswer' })
    })

    contract('leaves out a value that is none, with a note', async ({ open, window, known, spoilValue }) => {
      const spoilt = spoilValue?.()
      if (spoilt === undefined) return
      const { lines, samples } = known(window)
      const rest = samples[spoilt.series]!.filter(([time]) => time !== spoilt.time)
      expect(rest).toHaveLength(samples[spoilt.series]!.length - 1)
      const notes: string[] = []
      const collected = await collectAll(open(), window, notes)
      expect(collected).toEqual({ lines, samples: { ...samples, [spoilt.series]: rest } })
      expect(notes).toHaveLength(1)
    })

    contract('brings nothing of what is no longer there', async ({ open, window, vanish }) => {
      vanish()
      expect(await collectAll(open(), window)).toEqual({ samples: {}, lines: [] })
      expect(countSamples(await open().test(never))).toBe(0)
    })

    contract(
      'offers at most 1,000 choices and the number of all, found by part of a name',
      async ({ server, offerChoices }) => {
        if (offerChoices === undefined) return
        const { open, field } = offerChoices(200_000)
        const collector = open()
        const of = async (search: string) => {
          const found = (await collector.choices(search, never)).find((choices) => choices.field === field)!
          expect(found.items.map(({ id }) => id)).toEqual(found.items.map(({ id }) => id).sort())
          return found
        }
        const { items, total } = await of('')
        expect(items).toHaveLength(1000)
        expect(total).toBeGreaterThanOrEqual(200_000)
        const wanted = items[500]!.id
        const found = await of(wanted)
        expect(found.items.map(({ id }) => id)).toContain(wanted)
        expect(found.total).toBeLessThan(total)
        expect((await of('there is no such name')).items).toEqual([])
        server.failNext({ status: 200, body: '<html>' })
        expect(await faultOf(collector.choices('', never))).toMatchObject({ fault: 'badAnswer' })
      },
    )

    contract('says that nothing listens', async ({ open, window, server }) => {
      await server.close()
      for (const [ask] of methods(window))
        expect(await faultOf(ask(open(), never))).toMatchObject({ fault: 'unreachable' })
    })

    contract('does not wait for ever', async ({ open, window, server }) => {
      for (const [ask] of methods(window)) {
        server.failNext('hang')
        expect(await faultOf(ask(open({ timeoutMs: 200 }), never))).toMatchObject({ fault: 'timeout' })
      }
    })

    contract('rejects where the connection ends in the middle of an answer', async ({ open, window, server }) => {
      server.failNext('cut')
      expect(['unreachable', 'badAnswer']).toContain((await faultOf(collectAll(open(), window))).fault)
    })

    contract('repeats no secret in an error', async ({ open, window, server, secrets, errorAnswer }) => {
      expect(secrets.length).toBeGreaterThan(0)
      for (const [ask] of methods(window))
        for (const status of [400, 401, 403, 404, 429, 500]) {
          server.failNext(errorAnswer(status, `refused: ${secrets.join(' and ')} of you`))
          const error = await faultOf(ask(open(), never))
          expect(error.providerText).toContain('refused')
          const text = textOf(error)
          for (const secret of secrets) expect(text).not.toContain(secret)
        }
    })
  })
}

type Ask = (collector: Collector, signal: AbortSignal) => Promise<unknown>

function methods(window: CollectWindow): [Ask, string][] {
  return [
    [(collector, signal) => collector.test(signal), 'test'],
    [(collector, signal) => collectAll(collector, window, [], signal), 'collect'],
  ]
}

async function collectAll(
  collector: Collector,
  window: CollectWindow,
  notes: string[] = [],
  signal = never,
): Promise<CollectedData> {
  const samples: Record<string, (readonly [number, number])[]> = {}
  const lines: CollectedLine[] = []
  for await (const batch of collector.collect(window, undefined, signal)) {
    expect(countSamples(batch) + (batch.lines?.length ?? 0)).toBeLessThanOrEqual(MAX_BATCH)
    notes.push(...(batch.notes ?? []))
    lines.push(...(batch.lines ?? []))
    for (const { series, times, values } of batch.series ?? []) {
      expect(times).toHaveLength(values.length)
      samples[series.id] = [...(samples[series.id] ?? []), ...times.map((time, at) => [time, values[at]!] as const)]
    }
  }
  for (const points of Object.values(samples)) points.sort(([a], [b]) => a - b)
  return { samples, lines: lines.toSorted((a, b) => a.time - b.time || (a.nanos ?? 0) - (b.nanos ?? 0)) }
}

function countSamples({ series = [] }: CollectedBatch): number {
  return series.reduce((count, { times }) => count + times.length, 0)
}

async function faultOf(asked: Promise<unknown>): Promise<CollectorError> {
  const error = await asked.then(
    (answer) => new Error(`It was answered: ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof CollectorError)) throw error
  return error
}

/** All that a log or an operator could see of an error. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? ''
  return [error.message, error.stack, JSON.stringify(error), textOf(error.cause)].join('\n')
}
