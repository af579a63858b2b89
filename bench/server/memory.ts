import { CannotMeasure } from '../budget.ts'
import { descendantsOf, readAllStatuses, readStatus } from './processes.ts'

/** Anonymous memory in MB (RssAnon). */
export interface ProcessMemory {
  /** Of the process and all its descendants, the embedded PostgreSQL among them. */
  readonly all: number
  /** Of the process alone. */
  readonly own: number
}

function readMemory(pid: number): ProcessMemory {
  if (!readStatus(pid)) throw new CannotMeasure('Memory is read from /proc, which only Linux has.')
  const statuses = readAllStatuses()
  const megabytes = (one: number): number => ((statuses.get(one)?.anonymousKib ?? 0) * 1024) / 1e6
  const all = descendantsOf(pid, statuses).reduce((sum, one) => sum + megabytes(one), 0)
  return { all, own: megabytes(pid) }
}

/** Anonymous memory in MB of a process and all its descendants. */
export function anonymousMb(pid: number): number {
  return readMemory(pid).all
}

/** Samples the memory every 50 ms until stopped, then returns that of the moment at which all processes together had the most. */
export function watchMemory(pid: number): { stop(): ProcessMemory } {
  let highest = readMemory(pid)
  const look = (): void => {
    const now = readMemory(pid)
    if (now.all > highest.all) highest = now
  }
  const timer = setInterval(look, 50).unref()
  return {
    stop() {
      clearInterval(timer)
      look()
      return highest
    },
  }
}
