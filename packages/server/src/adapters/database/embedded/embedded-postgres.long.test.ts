import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { databaseContract } from '../../../ports/database.contract.ts'
import { OperatorError } from '../../../ports/operator-error.ts'
import { CHILD_LIMITS } from '../../../testing/child-limits.ts'
import { openDatabase } from '../open-database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { chooseIdentity } from './identity.ts'
import { readPid } from './stop-leftover.ts'

const root = mkdtempSync(join(tmpdir(), 'omen-postgres-'))
const isRoot = process.getuid?.() === 0
const running = new Set<EmbeddedPostgres>()
afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  running.clear()
})
afterAll(() => rmSync(root, { recursive: true }))

databaseContract('the embedded PostgreSQL', () => openDatabase({ url: null, folder: join(root, 'contract') }))

type Options = Parameters<typeof startEmbeddedPostgres>[1]

async function start(folder: string, options?: Options): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(folder, options)
  running.add(postgres)
  return postgres
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query({ text, rowMode: 'array' })
  await client.end()
  return rows.at(0)?.at(0)
}

const pidOf = (folder: string): number => readPid(join(folder, 'cluster', 'postmaster.pid'))!

describe('the embedded PostgreSQL', () => {
  it.each(['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'])('runs with %s on', async (name) => {
    const { url } = await start(join(root, 'settings'))
    expect(await ask(url, `show ${name}`)).toBe('on')
  })

  it('listens on no network address', async () => {
    const { url } = await start(join(root, 'settings'))
    expect(await ask(url, 'show listen_addresses')).toBe('')
  })

  it('knows upper and lower case of every language', async () => {
    const { url } = await start(join(root, 'settings'))
    expect(await ask(url, "select lower('ÄРЖ')")).toBe('äрж')
  })

  it.each([
    ['with spaces', 'my data'],
    ['with a quote', "it's $HOME"],
    ['in Chinese', '数据目录'],
    ['too long for a socket', 'x'.repeat(120)],
  ])('works in a folder whose path is %s, and again', async (_, name) => {
    const folder = join(root, name, 'postgres')
    const first = await start(folder)
    await ask(first.url, 'create table t as select 7 as a')
    await first.stop()
    const second = await start(folder)
    expect(await ask(second.url, 'select a from t')).toBe(7)
  })

  it('is created again after a crash left an incomplete folder', async () => {
    const folder = join(root, 'half')
    mkdirSync(join(folder, 'cluster.unfinished', 'base'), { recursive: true })
    writeFileSync(join(folder, 'cluster.unfinished', 'PG_VERSION'), '18\n')
    const { url } = await start(folder)
    expect(await ask(url, 'select 1')).toBe(1)
    expect(existsSync(join(folder, 'cluster.unfinished'))).toBe(false)
  })

  it('is started again when it dies, and the death is reported', async () => {
    const folder = join(root, 'dies')
    const { promise: death, resolve } = Promise.withResolvers<string>()
    const { url } = await start(folder, { onDeath: resolve })
    await ask(url, 'create table t as select 7 as a')
    process.kill(pidOf(folder), 'SIGKILL')
    await death
    await expect.poll(() => ask(url, 'select a from t').catch(() => undefined), { timeout: 20_000 }).toBe(7)
  })

  it('rejects what was under way when it died, and its pool serves again', async () => {
    const folder = join(root, 'pool')
    const { promise: death, resolve } = Promise.withResolvers<string>()
    const { db, close } = await openDatabase({ url: null, folder, onDeath: resolve })
    const inTransaction = db.transaction(async (tx) => {
      const answer = await tx.execute(sql`select pg_backend_pid() as pid`)
      const { pid } = (answer as { rows: { pid: number }[] }).rows[0]!
      process.kill(pidOf(folder), 'SIGKILL')
      // The process of a connection outlives the one that started it by a moment, and might answer in it.
      process.kill(pid, 'SIGKILL')
      await death
      await tx.execute(sql`select 1`)
    })
    await expect(inTransaction).rejects.toThrow()
    await expect
      .poll(
        () =>
          db.execute(sql`select 1`).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    await close()
  })

  it('starts where an earlier record names a process that is some other program', async () => {
    const folder = join(root, 'stale')
    await (await startEmbeddedPostgres(folder)).stop()
    writeFileSync(join(folder, 'cluster', 'postmaster.pid'), `${process.pid}\n${folder}\n`)
    const { url } = await start(folder)
    expect(await ask(url, 'select 1')).toBe(1)
  })

  it('starts where the lock of its socket names a process that is some other program', async () => {
    const folder = join(root, 'stale-socket')
    await (await startEmbeddedPostgres(folder)).stop()
    // PostgreSQL asks only whether the process lives, and does not ask about itself or the one that started it
    const other = spawn('sleep', ['60'], { stdio: 'ignore' })
    try {
      writeFileSync(join(folder, 'socket', '.s.PGSQL.5432.lock'), `${other.pid}\n${folder}\n`)
      const { url } = await start(folder)
      expect(await ask(url, 'select 1')).toBe(1)
    } finally {
      other.kill()
    }
  })

  /** Damage to a cluster that was shut down. */
  const damages: readonly (readonly [what: string, said: string, damage: (cluster: string) => void])[] = [
    ['an empty control file', 'global/pg_control', (cluster) => empty(cluster, 'global/pg_control')],
    ['no control file', 'could not find', (cluster) => rmSync(join(cluster, 'global/pg_control'))],
    ['a control file of zeros', 'PG_CONTROL_VERSION 0', (cluster) => fill(cluster, 'global/pg_control', 0)],
    ['a changed control file', 'incorrect checksum', (cluster) => changeByte(cluster, 'global/pg_control', 100)],
    ['no log', 'could not locate a valid checkpoint', (cluster) => emptyFolder(join(cluster, 'pg_wal'))],
    ['an empty commit log', 'pg_xact/0000', (cluster) => empty(cluster, 'pg_xact/0000')],
    ['a folder that is gone', 'pg_notify', (cluster) => rmSync(join(cluster, 'pg_notify'), { recursive: true })],
    ['an empty PG_VERSION', 'not a valid data directory', (cluster) => empty(cluster, 'PG_VERSION')],
    ['no PG_VERSION', 'could not find PG_VERSION', (cluster) => rmSync(join(cluster, 'PG_VERSION'))],
    ['a settings file of zeros', 'contains errors', (cluster) => fill(cluster, 'postgresql.conf', 0)],
    ['no access rules', 'could not load', (cluster) => rmSync(join(cluster, 'pg_hba.conf'))],
    // PostgreSQL starts on these and refuses every connection
    ['no databases', 'is missing', (cluster) => emptyFolder(join(cluster, 'base'))],
    ['no list of databases', 'could not open file', (cluster) => rmSync(join(cluster, 'global/1262'))],
    ['an empty list of databases', '"postgres" does not exist', (cluster) => empty(cluster, 'global/1262')],
    ['a damaged list of databases', 'invalid page', (cluster) => fill(cluster, 'global/1262', 7)],
    ['an empty map of files', 'pg_filenode.map', (cluster) => empty(cluster, 'base/5/pg_filenode.map')],
  ]
  const empty = (cluster: string, name: string): void => writeFileSync(join(cluster, name), '')
  const fill = (cluster: string, name: string, byte: number): void =>
    writeFileSync(join(cluster, name), Buffer.alloc(readFileSync(join(cluster, name)).length, byte))
  const changeByte = (cluster: string, name: string, at: number): void => {
    const bytes = readFileSync(join(cluster, name))
    bytes[at]! ^= 255
    writeFileSync(join(cluster, name), bytes)
  }
  const emptyFolder = (folder: string): void => {
    rmSync(folder, { recursive: true })
    mkdirSync(folder, { mode: 0o700 })
  }

  it.each(damages)('says what is damaged and advises a backup if the cluster has %s', async (what, said, damage) => {
    const whole = join(root, 'whole')
    if (!existsSync(whole)) await (await startEmbeddedPostgres(whole)).stop()
    const folder = join(root, what)
    cpSync(whole, folder, { recursive: true })
    damage(join(folder, 'cluster'))
    const error = await start(folder).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(OperatorError)
    const { message } = error as OperatorError
    expect(message).toContain(said)
    expect(message).toMatch(/damaged or missing .*restore a backup into an empty data folder.*omen-server doctor/)
    expect(message).not.toContain('\n')
    const pid = readPid(join(folder, 'cluster', 'postmaster.pid'))
    expect(pid !== undefined && isAlive(pid)).toBe(false)
  })
})

describe('when the process that started it is killed', () => {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const { url } = await startEmbeddedPostgres(process.argv[1])
    console.log(url)
    setInterval(() => {}, 1000)
  `
  async function startElsewhere(folder: string): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [chunk] = (await once(child.stdout!, 'data')) as [Buffer]
    return { child, url: chunk.toString().trim() }
  }

  it('ends by itself and writes what it holds', async () => {
    const folder = join(root, 'orphan')
    const { child, url } = await startElsewhere(folder)
    await ask(url, 'create table t as select 7 as a')
    const pid = pidOf(folder)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
    const next = await start(folder)
    expect(await ask(next.url, 'select a from t')).toBe(7)
  })

  it('is stopped by the next start where it is still there', async () => {
    const folder = join(root, 'successor')
    const { child, url } = await startElsewhere(folder)
    await ask(url, 'create table t as select 7 as a')
    child.kill('SIGKILL')
    const next = await start(folder)
    expect(await ask(next.url, 'select a from t')).toBe(7)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('as root', () => {
  it('is nothing special for any other user', () => {
    expect(chooseIdentity({ isRoot: false })).toEqual({ prefix: [], options: {} })
  })

  it.skipIf(!isRoot)('runs in a user namespace below a folder that only root may enter', async () => {
    const folder = join(root, 'mapped')
    mkdirSync(folder, { mode: 0o700 })
    const { url } = await start(join(folder, 'postgres'), { identity: chooseIdentity({ canMap: () => true }) })
    expect(await ask(url, 'select 1')).toBe(1)
  })

  it.skipIf(!isRoot)('runs as another user where namespaces are refused', async () => {
    chmodSync(root, 0o711)
    const folder = join(root, 'unmapped')
    const { url } = await start(join(folder, 'postgres'), { identity: chooseIdentity({ canMap: () => false }) })
    expect(await ask(url, 'select 1')).toBe(1)
    const { stdout } = spawnSync('ps', ['-o', 'uid=', '-p', String(pidOf(join(folder, 'postgres')))], {
      ...CHILD_LIMITS,
      encoding: 'utf8',
    })
    expect(Number(stdout)).not.toBe(0)
  })

  it.skipIf(!isRoot)('says which folder the other user may not enter', async () => {
    const closed = join(root, 'closed')
    mkdirSync(join(closed, 'data'), { recursive: true })
    chmodSync(closed, 0o700)
    const identity = chooseIdentity({ canMap: () => false })
    await expect(startEmbeddedPostgres(join(closed, 'data', 'postgres'), { identity })).rejects.toThrow(
      `may not enter ${closed}`,
    )
  })
})
