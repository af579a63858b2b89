import pg from 'pg'
import { systemClock } from '../adapters/clock/system-clock.ts'
import type { Context } from '../domain/context.ts'
import { nextTurn } from '../ports/next-turn.ts'
import { within } from '../ports/within.ts'

/** Tells when a server does nothing but wait for its clock, its clients or other services. */
export interface WorkTracker {
  /** Resolves when no query, no task of a thread and no message is under way; at the latest after `PATIENCE_MS` of real time. */
  idle(): Promise<void>
}

/** Work that a test holds up on purpose must not stop its clock for good. */
const PATIENCE_MS = 5000
const FENCE_CHANNEL = 'omen_test_fence'

let running = 0
let begun = 0
/** Resolved when nothing runs any more. */
let over = Promise.withResolvers<void>()

function begin(): () => void {
  if (running === 0) over = Promise.withResolvers()
  running++
  begun++
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    running--
    if (running === 0) over.resolve()
  }
}

/** Tracks work until its end, wherever a server does it. */
export function during<T>(work: Promise<T>): Promise<T> {
  return work.finally(begin())
}

/** Tracks the queries of this process and the calls of the ports of this context, in place. */
export function trackWork(ctx: Context): WorkTracker {
  trackQueries()
  const { points, files, compute, decoder, liveScorer, forecasts, mail, channels } = ctx
  Object.assign(ctx, {
    points: tracked(points),
    files: tracked(files),
    compute: tracked(compute),
    decoder: tracked(decoder),
    liveScorer: tracked(liveScorer),
    forecasts: tracked(forecasts),
    mail: tracked(mail),
    channels: Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, tracked(channel)])),
  })
  const fence = createFence(ctx)
  let quietAt = -1
  return {
    async idle() {
      const end = performance.now() + PATIENCE_MS
      // Nothing but timers that had nothing to do since the last time
      for (await nextTurn(); begun !== quietAt && performance.now() < end; await nextTurn()) {
        if (running > 0) {
          await within(systemClock, end - performance.now(), over.promise)
          continue
        }
        const before = begun
        await fence()
        await nextTurn()
        if (running === 0 && begun === before) quietAt = begun
      }
    },
  }
}

let areQueriesTracked = false

function trackQueries(): void {
  if (areQueriesTracked) return
  areQueriesTracked = true
  const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
  const { query } = prototype
  prototype.query = function (this: unknown, ...args) {
    if (isFence(args)) return query.apply(this, args)
    const end = begin()
    const callback = args.at(-1)
    if (typeof callback === 'function')
      args[args.length - 1] = (...answer: unknown[]) => {
        end()
        return callback(...answer)
      }
    const result = query.apply(this, args)
    if (result instanceof Promise) result.then(end, end)
    else if (typeof callback !== 'function') end()
    return result
  }
}

/** The fence waits for work, and is none. */
function isFence([, values]: readonly unknown[]): boolean {
  return Array.isArray(values) && values[0] === FENCE_CHANNEL
}

/** The object with calls that are tracked while they last, as are those of sessions that it opens. */
function tracked<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args)
        if (!(result instanceof Promise)) return result
        return during(result.then((given) => (isSession(given) ? tracked(given) : given)))
      }
    },
  })
}

function isSession(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).some((member) => typeof member === 'function')
  )
}

/** A message to this process: when it arrives, all messages that were published before have arrived. */
function createFence({ notifications }: Context): () => Promise<void> {
  let arrived = Promise.withResolvers<void>()
  let subscribed: Promise<unknown> | undefined
  return async () => {
    subscribed ??= notifications.subscribe(FENCE_CHANNEL, { onMessage: () => arrived.resolve() })
    await subscribed
    arrived = Promise.withResolvers()
    await notifications.publish(FENCE_CHANNEL, '')
    await arrived.promise
  }
}
