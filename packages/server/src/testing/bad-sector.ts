import { rmSync, symlinkSync } from 'node:fs'

export const hasBadSectors = process.platform === 'linux'

/** Puts something at the path that opens, and fails with EIO when it is read: the unmapped first page of a process. */
export function putBadSector(path: string): void {
  rmSync(path)
  symlinkSync('/proc/self/mem', path)
}
