import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The other processes whose command line names the folder, or which have something below it open or are in it: a server and its
 * PostgreSQL, dead servers' too. Linux only.
 */
export function processesUsing(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && isUsing(pid, folder))
}

/** It may end meanwhile. */
function isUsing(pid: number, folder: string): boolean {
  const at = (...path: string[]): string => join('/proc', String(pid), ...path)
  try {
    const links = [at('cwd'), ...readdirSync(at('fd')).map((fd) => at('fd', fd))]
    return readFileSync(at('cmdline'), 'utf8').includes(folder) || links.some((link) => isBelow(link, folder))
  } catch {
    return false
  }
}

function isBelow(link: string, folder: string): boolean {
  try {
    return `${readlinkSync(link)}/`.startsWith(`${folder}/`)
  } catch {
    return false
  }
}
