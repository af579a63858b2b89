import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestClock } from './test-clock.ts'

/** A clock, and what it drives. */
export interface Timed {
  readonly clock: TestClock
  /** Resolves when nothing is under way that does not wait for the clock. */
  idle?(): Promise<void>
}

export interface EventuallyOptions {
  /** How far the clock is advanced at most; beyond it, only real I/O is waited for. */
  readonly withinMs?: number
  /** Real time after which the last error of the probe is thrown. */
  readonly patienceMs?: number
}

/** Time for I/O between two steps of the clock, in real ms, where nothing tells when it is over. */
const IO_MS = 4
/** Time between two probes, in ms of the clock: the first, and after many. */
const FIRST_STEP_MS = 100
const LAST_STEP_MS = 1000

/**
 * Resolves with the result of `probe` as soon as it does not throw. Until then the clock is advanced from one pending timer to the next, each
 * time after everything that the last one began is done, however slow the machine is.
 */
export async function eventually<T>(
  timed: Timed,
  probe: () => T | Promise<T>,
  { withinMs = 60_000, patienceMs = 45_000 }: EventuallyOptions = {},
): Promise<T> {
  const { clock } = timed
  const end = clock.now() + withinMs
  const patience = performance.now() + patienceMs
  let stepMs = FIRST_STEP_MS
  await rest(timed)
  for (;;) {
    try {
      return await probe()
    } catch (error) {
      if (performance.now() > patience) throw error
    }
    if (!(await step(timed, stepMs, end))) await pause(IO_MS)
    stepMs = Math.min(2 * stepMs, LAST_STEP_MS)
  }
}

/** Moves the clock from timer to timer until about `ms` have passed; false if none is due until `end`. */
async function step(timed: Timed, ms: number, end: number): Promise<boolean> {
  const { clock } = timed
  const stepEnd = Math.min(end, clock.now() + ms)
  let hasMoved = false
  for (;;) {
    const dueAt = clock.nextDueAt()
    if (dueAt === undefined || dueAt > (hasMoved ? stepEnd : end)) return hasMoved
    await clock.advance(Math.max(0, dueAt - clock.now()))
    await rest(timed)
    hasMoved = true
  }
}

/** Moves the clock at once, and waits until everything that became due is done. */
export async function advance(timed: Timed, ms: number): Promise<void> {
  await rest(timed)
  await timed.clock.advance(ms)
  await rest(timed)
}

/** Moves the clock from timer to timer, each time after everything that the last one began is done. */
export async function pass(timed: Timed, ms: number): Promise<void> {
  const { clock } = timed
  const end = clock.now() + ms
  await rest(timed)
  for (let dueAt = clock.nextDueAt(); dueAt !== undefined && dueAt <= end; dueAt = clock.nextDueAt()) {
    await clock.advance(Math.max(0, dueAt - clock.now()))
    await rest(timed)
  }
  await clock.advance(Math.max(0, end - clock.now()))
}

async function rest({ idle }: Timed): Promise<void> {
  await (idle ? idle() : pause(IO_MS))
}

type Assertions<T> = ReturnType<typeof expect<T>>

/** The assertions of `expect`, each a promise. */
type EventualAssertions<T> = {
  readonly [Name in keyof Assertions<T>]: Assertions<T>[Name] extends (...args: infer Args) => unknown
    ? (...args: Args) => Promise<void>
    : never
}

/** `await expectEventually(server, read).toEqual(expected)` advances the clock until what is read is as expected; see `eventually`. */
export function expectEventually<T>(
  timed: Timed,
  read: () => T | Promise<T>,
  options?: EventuallyOptions,
): EventualAssertions<T> {
  return new Proxy({} as EventualAssertions<T>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        eventually(
          timed,
          async () => {
            const assertions = expect(await read()) as unknown as Record<PropertyKey, (...given: unknown[]) => unknown>
            return assertions[name]!(...args)
          },
          options,
        ),
  })
}
