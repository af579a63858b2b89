/** Cancels a timer; calling it again, or after the work has run, has no effect. */
export type StopTimer = () => void

/** The only source of time: of the current time, and of timers. Tests pass in one that they advance. */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number
  /** Milliseconds since an arbitrary moment; never set back, so that the difference of two readings is a duration. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted before. The process waits for it. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `work` once, after `ms` milliseconds. Does not keep the process alive. */
  after(ms: number, work: () => void): StopTimer
  /** Calls `work` every `ms` milliseconds until it is stopped. Does not keep the process alive. */
  every(ms: number, work: () => void): StopTimer
}
