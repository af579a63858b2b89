import { readFileSync } from 'node:fs'
import { CannotMeasure } from '../budget.ts'

/** Anonymous memory of a process in MB (RssAnon): what it takes for itself, without mapped files. */
export function anonymousMb(pid: number): number {
  let status: string
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch (error) {
    throw new CannotMeasure('Memory is read from /proc, which only Linux has.', { cause: error })
  }
  const kib = /^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]
  if (kib === undefined) throw new CannotMeasure('/proc has no RssAnon: the kernel is too old.')
  return (Number(kib) * 1024) / 1e6
}

/** Samples the memory every 50 ms until told to stop, then answers the highest value. */
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
