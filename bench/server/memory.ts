import { CannotMeasure } from '../budget.ts'
import { descendantsOf, readAllStatuses, readStatus } from './processes.ts'

/** Anonymous memory in MB (RssAnon) of a process and all its descendants, the embedded PostgreSQL among them. */
export function anonymousMb(pid: number): number {
  if (!readStatus(pid)) throw new CannotMeasure('Memory is read from /proc, which only Linux has.')
  const all = readAllStatuses()
  const kib = descendantsOf(pid, all).reduce((sum, one) => sum + (all.get(one)?.anonymousKib ?? 0), 0)
  return (kib * 1024) / 1e6
}

/** Samples the memory every 50 ms until stopped, then returns the highest value. */
export function watchMemory(pid: number): { stop(): number } {
  let highest = anonymousMb(pid)
  const timer = setInterval(() => {
    highest = Math.max(highest, anonymousMb(pid))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(highest, anonymousMb(pid))
    },
  }
}
