import { systemClock } from '../adapters/clock/system-clock.ts'
import type { Clock, StopTimer } from '../ports/clock.ts'
import { nextTurn } from '../ports/next-turn.ts'

export interface TestClock extends Clock {
  /**
   * Moves the clock forward at once, as on a machine that was suspended. On a still clock every timer that became due fires once, in order of
   * the due times; the promise resolves when all of them have fired.
   */
  advance(ms: number): Promise<void>
  /** Moves a still clock from timer to timer, so that an interval fires as often as it would in that time. */
  pass(ms: number): Promise<void>
  /** Lets a still clock run from now on, for work that ends by itself. */
  run(): void
  /** When the next timer of a still clock is due, in epoch ms; undefined if none is set. */
  nextDueAt(): number | undefined
}

export interface TestClockOptions {
  /**
   * Time passes only if the test advances the clock. Otherwise the clock also runs with the real time, and its timers know no other: the tests
   * that wait for background work in real time need that.
   */
  readonly isStill?: boolean
  /** Epoch ms, of a still clock; the real time by default. */
  readonly startsAt?: number
}

export function createTestClock({ isStill = false, startsAt = Date.now() }: TestClockOptions = {}): TestClock {
  return isStill ? createStillClock(startsAt) : createRunningClock()
}

function createRunningClock(): TestClock {
  let aheadMs = 0
  const advance = async (ms: number): Promise<void> => {
    aheadMs += ms
  }
  const now = (): number => Date.now() + aheadMs
  return { ...systemClock, now, advance, pass: advance, run: () => {}, nextDueAt: () => undefined }
}

interface Timer {
  dueAt: number
  readonly everyMs: number | undefined
  readonly work: () => void
}

function createStillClock(startsAt: number): TestClock {
  const timers = new Set<Timer>()
  let time = startsAt
  /** The real time at which it began to run. */
  let runningSince: number | undefined
  let alarm: StopTimer = () => {}
  let firing: Promise<void> = Promise.resolve()

  const now = (): number => time + (runningSince === undefined ? 0 : Date.now() - runningSince)
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
    alarm()
    const timer = next()
    if (runningSince === undefined || timer === undefined) return
    alarm = systemClock.after(Math.max(1, timer.dueAt - now()), () => void fire())
  }
  const add = (ms: number, work: () => void, everyMs?: number): StopTimer => {
    const timer: Timer = { dueAt: now() + Math.max(0, ms), everyMs, work }
    timers.add(timer)
    setAlarm()
    return () => void timers.delete(timer)
  }
  const advance = (ms: number): Promise<void> => {
    time += ms
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
      runningSince ??= Date.now()
      setAlarm()
    },
    nextDueAt,
  }
}
