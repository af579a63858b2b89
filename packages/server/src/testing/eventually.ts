import { setTimeout as pause } from 'node:timers/promises'
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
const ioMs = 4

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
  for (;;) {
    await rest(timed)
    try {
      return await probe()
    } catch (error) {
      if (performance.now() > patience) throw error
    }
    const dueAt = clock.nextDueAt()
    if (dueAt !== undefined && dueAt <= end) await clock.advance(Math.max(0, dueAt - clock.now()))
    else await pause(ioMs)
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
  await (idle ? idle() : pause(ioMs))
}
