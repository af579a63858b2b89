import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../clock/system-clock.ts'

/** A checkpoint after much work takes some seconds. */
const PATIENCE_MS = 60_000

/**
 * Stops the PostgreSQL that an earlier server left on the folder; it may be just ending by itself. The caller holds the folder,
 * so whatever else the recorded process id names now is some other program, and the record is stale.
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const record = join(cluster, 'postmaster.pid')
  const pid = readPid(record)
  if (pid === undefined) return
  if (!isPostgresOn(pid, cluster)) return rmSync(record, { force: true })
  process.kill(pid, 'SIGINT')
  for (const end = systemClock.monotonic() + PATIENCE_MS; systemClock.monotonic() < end; await systemClock.sleep(20)) {
    if (!isPostgresOn(pid, cluster)) return
  }
  throw new Error(`The PostgreSQL of an earlier server (process ${pid}) does not end. End it, then start again.`)
}

/** The process id that PostgreSQL records; undefined where none runs or ran. */
export function readPid(record: string): number | undefined {
  if (!existsSync(record)) return undefined
  const pid = Number.parseInt(readFileSync(record, 'utf8'), 10)
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

function isPostgresOn(pid: number, cluster: string): boolean {
  return commandOf(pid).includes(cluster)
}

/** Empty where the process has ended. Slim containers have no `ps`, macOS has no `/proc`. */
function commandOf(pid: number): string {
  if (!existsSync('/proc/self/cmdline')) {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  }
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
