import type { Clock } from './clock.ts'

/** The result of the work, or undefined if it takes longer than `ms`; it is not cancelled then. */
export function within<T>(clock: Clock, ms: number, work: PromiseLike<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const stopTimer = clock.after(ms, () => late.resolve(undefined))
  return Promise.race([work, late.promise]).finally(stopTimer)
}
