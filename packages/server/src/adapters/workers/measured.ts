import { systemClock } from '../clock/system-clock.ts'

/** The result of a task and the processor time of its thread, in ms. */
export interface Measured<T> {
  readonly value: T
  readonly processorMs: number
}

/** A thread does one task at a time, so what it used between the beginning and the end is the task's. */
export function measured<Task, T>(work: (task: Task) => T | Promise<T>): (task: Task) => Promise<Measured<T>> {
  return async (task) => {
    const began = threadMs()
    const value = await work(task)
    return { value, processorMs: threadMs() - began }
  }
}

/** Elapsed time where the runtime (before Node 24) does not know a thread's. */
function threadMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return systemClock.monotonic()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
