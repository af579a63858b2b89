import { readFileSync } from 'node:fs'
import { descendantsOf } from './processes.ts'

/** Ticks a second of /proc: 100 on every Linux that Node runs on. */
const TICKS = 100

/** Seconds of processor that a process has used, all its threads together; 0 where there is no /proc. */
export function processorSeconds(pid: number): number {
  try {
    // The name in brackets may hold anything: the fields are counted from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return 0
  }
}

/** The same of a process and all its descendants that live. */
export function processorSecondsOfAll(pid: number): number {
  return descendantsOf(pid).reduce((sum, one) => sum + processorSeconds(one), 0)
}
