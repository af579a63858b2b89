import { readdirSync, readFileSync } from 'node:fs'

/** Processes whose command line names the folder, such as the PostgreSQL of a server that is dead. Linux only. */
export function processesNaming(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && commandOf(pid).includes(folder))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
