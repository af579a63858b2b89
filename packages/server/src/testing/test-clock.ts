import type { Clock, StopTimer } from '../ports/clock.ts'
import { nextTurn } from '../ports/next-turn.ts'

export interface TestClock extends Clock {
  /**
   * Moves the clock forward at once, as on a machine that was suspended: every timer that became due fires once, in order of the due
   * times. Resolves when all of them have fired.
   */
  advance(ms: number): Promise<void>
  /** Moves the clock from timer to timer, so that an interval fires as often as it would in that time. */
  pass(ms: number): Promise<void>
  /** Lets a still clock run from now on, for work that ends by itself. */
  run(): void
  /** When the next timer is due, in epoch ms; undefined if none is set. */
  nextDueAt(): number | undefined
}

export interface TestClockOptions {
  /**
   * The clock moves only if the test advances it. Otherwise it also runs with the real time, and timers fire as it passes them: the tests that
   * still wait for background work in real time need that.
   */
  readonly isStill?: boolean
  /** Epoch ms; the real time by default. */
  readonly startsAt?: number
}

interface Timer {
  dueAt: number
  readonly everyMs: number | undefined
  readonly work: () => void
}

export function createTestClock({ isStill = false, startsAt }: TestClockOptions = {}): TestClock {
  let stoodAt = isStill ? Date.now() : undefined
  const timers = new Set<Timer>()
  let aheadMs = startsAt === undefined ? 0 : startsAt - Date.now()
  let alarm: NodeJS.Timeout | undefined
  let firing: Promise<void> = Promise.resolve()

  const now = (): number => (stoodAt ?? Date.now()) + aheadMs
  const next = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) if (first === undefined || timer.dueAt < first.dueAt) first = timer
    return first
  }
  const fireDue = async (): Promise<void> => {
    for (let timer = next(); timer !== undefined && timer.dueAt <= now(); timer = next()) {
      if (timer.everyMs === undefined) timers.delete(timer)
      else timer.dueAt = now() + timer.everyMs
      timer.work()
      await nextTurn()
    }
    setAlarm()
  }
  const fire = (): Promise<void> => {
    const fired = firing.then(fireDue)
    firing = fired.catch(() => {})
    return fired
  }
  const setAlarm = (): void => {
    clearTimeout(alarm)
    const timer = next()
    if (stoodAt !== undefined || timer === undefined) return
    alarm = setTimeout(() => void fire(), Math.max(1, Math.min(maxAlarmMs, timer.dueAt - now()))).unref()
  }
  const add = (ms: number, work: () => void, everyMs?: number): StopTimer => {
    const timer: Timer = { dueAt: now() + Math.max(0, ms), everyMs, work }
    timers.add(timer)
    setAlarm()
    return () => void timers.delete(timer)
  }
  const advance = (ms: number): Promise<void> => {
    aheadMs += ms
    return fire()
  }
  const nextDueAt = (): number | undefined => next()?.dueAt
  return {
    now,
    monotonic: now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const abort = (): void => {
          stop()
          reject(signal?.reason)
        }
        const stop = add(ms, () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        })
        signal?.addEventListener('abort', abort, { once: true })
      }),
    after: (ms, work) => add(ms, work),
    every: (ms, work) => add(ms, work, ms),
    advance,
    async pass(ms) {
      const end = now() + ms
      for (let dueAt = nextDueAt(); dueAt !== undefined && dueAt <= end; dueAt = nextDueAt())
        await advance(Math.max(0, dueAt - now()))
      await advance(Math.max(0, end - now()))
    },
    run() {
      if (stoodAt === undefined) return
      aheadMs += stoodAt - Date.now()
      stoodAt = undefined
      setAlarm()
    },
    nextDueAt,
  }
}

/** Node's timers take no longer time. */
const maxAlarmMs = 2 ** 31 - 1
