import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { CHILD_LIMITS } from './child-limits.ts'
import { freePort } from './free-port.ts'
import { type RestartableProgram, startProgram } from './restartable-program.ts'

const [install, program] = ['/usr/bin/mariadb-install-db', '/usr/sbin/mariadbd']

/** Whether Debian's mariadb-server is there. */
export function hasMariaDb(): boolean {
  return existsSync(install) && existsSync(program)
}

export interface TestMariaDb extends RestartableProgram {
  /** Without a database. */
  readonly address: string
  readonly port: number
}

/** A real MariaDB on a free loopback port, of which root has no password, with its data in a folder that goes when it stops. */
export async function startMariaDb(options: readonly string[] = []): Promise<TestMariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'omen-mariadb-'))
  const data = join(folder, 'data')
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const common = ['--no-defaults', `--datadir=${data}`, ...user]
  const made = spawnSync(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    ...CHILD_LIMITS,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}${made.stdout}`)
  const port = await freePort()
  const where = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 'socket')}`]
  const command = [program, ...common, ...where, '--innodb-flush-log-at-trx-commit=0', ...options] as const
  const server = await startProgram(command, folder, async () => {
    await (await createConnection({ host: '127.0.0.1', port, user: 'root' })).end()
    return true
  })
  return { ...server, address: `mysql://127.0.0.1:${port}`, port }
}
