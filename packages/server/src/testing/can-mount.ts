import { execFileSync } from 'node:child_process'
import { CHILD_LIMITS } from './child-limits.ts'

/** Whether tests may mount a file system: for root, where the container allows it. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { ...CHILD_LIMITS, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
