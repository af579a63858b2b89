import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { CHILD_LIMITS } from './child-limits.ts'
import { freePort } from './free-port.ts'

export interface TestPostgres {
  /** Of a database of that name, made when it is not there. */
  urlOf(database: string): Promise<string>
  /** From now on the user needs a password. */
  requirePassword(user: string): Promise<void>
  /** Ends the server and keeps its data, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const PATIENCE_MS = 20_000

/** The folder of `initdb` and `postgres`; undefined where PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const named = process.env.OMEN_TEST_POSTGRES_BIN
  if (named) return named
  if (!existsSync(DEBIAN_FOLDER)) return undefined
  const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** A real PostgreSQL on a free loopback port, with its data in a folder that goes when it stops. */
export async function startPostgres(bin: string): Promise<TestPostgres> {
  const data = mkdtempSync(join(tmpdir(), 'omen-postgres-'))
  const identity = unprivileged(data)
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'omen', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...CHILD_LIMITS,
      ...identity,
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    data,
    '-c',
    'fsync=off',
    '-c',
    'max_connections=300',
  ]
  const base = `postgres://omen@127.0.0.1:${port}`
  let server: ChildProcess

  async function resume(): Promise<void> {
    server = spawn(join(bin, 'postgres'), args, { ...identity, stdio: 'ignore' })
    await untilReady(`${base}/postgres`, server)
  }

  async function pause(): Promise<void> {
    if (server.exitCode !== null) return
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGINT')
    await ended
  }

  await resume()
  return {
    urlOf: async (database) => {
      const client = new pg.Client(`${base}/postgres`)
      await client.connect()
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
      if (rowCount === 0) await client.query(`create database "${database}"`)
      await client.end()
      return `${base}/${database}`
    },
    requirePassword: async (user) => {
      const rules = join(data, 'pg_hba.conf')
      writeFileSync(rules, `host all ${user} 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
      const client = new pg.Client(`${base}/postgres`)
      await client.connect()
      await client.query('select pg_reload_conf()')
      await client.end()
    },
    pause,
    resume,
    stop: async () => {
      await pause()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!user) throw new Error('there is no user to run PostgreSQL as')
  const [uid, gid] = [Number(user[2]), Number(user[3])]
  chownSync(folder, uid, gid)
  return { uid, gid }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isUp) return
  }
  throw new Error('postgres was not ready in time')
}
