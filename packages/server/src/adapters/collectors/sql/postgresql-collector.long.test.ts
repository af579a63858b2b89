import { getEventListeners } from 'node:events'
import { chownSync, copyFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CollectedBatch, CollectWindow } from '../../../ports/collector.ts'
import { makeCertificate } from '../../../testing/certificate.ts'
import { startPostgres, type TestPostgres } from '../../../testing/start-postgres.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { findBinaries } from '../../database/embedded/binaries.ts'
import { openOutbound } from '../../outbound/open-outbound.ts'
import { openPostgresqlCollector } from './open-postgresql-collector.ts'

const never = new AbortController().signal
const STEP_MS = 60_000
const FROM = Date.parse('2026-11-23T10:00:00Z')
const WINDOW: CollectWindow = { from: FROM, to: FROM + 5 * STEP_MS, stepMs: STEP_MS }
const PASSWORD = 'a-password-of-postgresql'

let postgres: TestPostgres
let [url, address] = ['', '']

beforeAll(async () => {
  const { postgres: program } = await findBinaries()
  postgres = await startPostgres(dirname(program))
  url = await postgres.urlOf('shop')
  address = url.replace('postgres://omen@', 'postgresql://')
  await run(`
    create table cpu (at timestamptz, host text, zone text, used numeric, seen bigint, note text);
    insert into cpu select '2026-11-23 09:58:00Z'::timestamptz + n * interval '1 minute', 'web' || h, 'eu', n + h / 10.0, 9007199254740993, null
      from generate_series(0, 9) n, generate_series(1, 2) h;
    create table plain (time bigint, value float8);
    insert into plain values (${FROM / 1000}, 1), (${FROM / 1000 + 60}, 'NaN'), (${FROM / 1000 + 120}, null), (null, 4);
    create role reader login password '${PASSWORD}';
    grant select on cpu to reader;
    copy (select 'local all all trust' union all select 'host all omen all trust' union all select 'host all all all scram-sha-256')
      to '${await setting('hba_file')}';
    select pg_reload_conf()`)
}, 60_000)
afterAll(() => postgres.stop())

async function run(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

async function setting(name: string): Promise<string> {
  const { rows } = await run(`show ${name}`)
  return rows[0][name]
}

const open = (query: string | string[], options: { address?: string; password?: string; userName?: string } = {}) =>
  openPostgresqlCollector(
    { address, userName: 'reader', password: PASSWORD, ...options, query: [query].flat() },
    { outbound: openTestOutbound() },
  )

async function collect(query: string | string[], options = {}, of = WINDOW): Promise<CollectedBatch[]> {
  const batches: CollectedBatch[] = []
  for await (const batch of open(query, options).collect(of, undefined, never)) batches.push(batch)
  return batches
}

const CPU = 'select at, host, zone, used, seen, note from cpu where at >= $from and at < $to'

describe('the collector for PostgreSQL', () => {
  it('reads a metric of each column of numbers, with instance and labels, from the start of a window up to its end', async () => {
    const times = [0, 1, 2, 3, 4].map((step) => FROM + step * STEP_MS)
    const series = (await collect(CPU)).flatMap(({ series = [] }) => series)
    expect(series).toHaveLength(4)
    expect(series.find(({ series: { id } }) => id === 'used{zone="eu"}[web1]')).toMatchObject({
      series: { metric: 'used{zone="eu"}', instance: 'web1' },
      times,
      values: [2.1, 3.1, 4.1, 5.1, 6.1],
    })
    expect(series.map(({ series: { id } }) => id)).toContain('seen{zone="eu"}[web2]')
    expect(await collect(CPU)).toEqual(await collect(CPU))
  })

  it('fills in the step, and leaves texts and comments alone', async () => {
    const query = `select to_timestamp(floor(extract(epoch from at) / $step) * $step) as time, '$from' || host as host, -- not $to
      avg(used) as mean from cpu where at >= $from and at < $to group by 1, 2 order by 1;`
    const series = (await collect(query, {}, { ...WINDOW, stepMs: 300_000 })).flatMap(({ series = [] }) => series)
    expect(series.map(({ series: { id }, values }) => [id, values])).toEqual([
      ['mean[$fromweb1]', [4.1]],
      ['mean[$fromweb2]', [4.2]],
    ])
  })

  it('reads times in epoch seconds, and notes what it leaves out', async () => {
    expect(await collect('select * from plain', { userName: 'omen' })).toEqual([
      { series: [expect.objectContaining({ times: [FROM], values: [1] })] },
      {
        notes: [
          '1 rows were left out: their time cannot be read.',
          '1 values were left out: they are not finite numbers.',
        ],
      },
    ])
  })

  it('reads many rows in batches of at most 5,000 samples', async () => {
    const many = `select $from + n * interval '1 millisecond' as time, n from generate_series(0, 19999) n`
    const sizes = (await collect(many)).map(({ series = [] }) =>
      series.reduce((sum, { times }) => sum + times.length, 0),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5000)
  })

  it('tests with the newest sample of up to 20 series', async () => {
    const now = `select now() - n * interval '1 second' as time, 'host' || n as host, n from generate_series(1, 30) n`
    expect((await open(now).test(never)).series).toHaveLength(20)
    expect((await open(CPU).test(never)).series).toEqual([])
  })

  it.each([
    ['credentials', CPU, { password: 'wrong' }],
    ['credentials', CPU, { userName: 'nobody' }],
    ['permission', 'select * from plain', {}],
    ['query', 'select nothing from nowhere', {}],
    ['query', 'select 1', {}],
    ['query', 'select now() as time', {}],
    ['query', 'delete from cpu returning now() as time, 1', { userName: 'omen' }],
    ['query', `${CPU}; drop table cpu`, { userName: 'omen' }],
    [
      'query',
      `select now() as time, 1 as n; rollback; begin read write; create table owned (n int); commit;
      begin read only; declare omen no scroll cursor for select now() as time, 7 as n`,
      { userName: 'omen' },
    ],
    ['query', 'select now() as time, 1 / (n - 1) as n from generate_series(1, 2) n', {}],
  ] as const)('tells %s of %s %o', async (fault, query, options) => {
    const failed = collect(query, options)
    await expect(failed).rejects.toMatchObject({ fault, name: 'CollectorError' })
    const { message, stack } = (await failed.catch((error: unknown) => error)) as Error
    expect(`${message} ${stack}`).not.toContain(PASSWORD)
  })

  it.each([
    ['notFound', (known: string) => known.replace('/shop', '/other')],
    ['unreachable', () => 'postgresql://127.0.0.1:1/shop'],
    ['certificate', (known: string) => `${known}?sslmode=verify-full`],
    ['query', (known: string) => known.replace('//', '//reader:secret@')],
    ['query', () => 'mysql://127.0.0.1/shop'],
    ['query', (known: string) => `${known}?options=-c%20x`],
  ] as const)('tells %s of an address', async (fault, change) => {
    const failing = (async () => collect(CPU, { address: change(address) }))()
    await expect(failing).rejects.toMatchObject({ fault })
  })

  it('does not change anything, whatever the user may do', async () => {
    const writing = `with gone as (delete from cpu returning at) select at as time, 1 as n from gone`
    await expect(collect(writing, { userName: 'omen' })).rejects.toMatchObject({ fault: 'query' })
    const calling = `select now() as time, pg_catalog.lo_creat(1)::bigint as n`
    await expect(collect(calling, { userName: 'omen' })).rejects.toMatchObject({ fault: 'query' })
  })

  it('stops for an abort in the middle of a statement', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    const slow = open('select now() as time, pg_sleep(20)::text, 1 as n')
    const waiting = (async () => {
      for await (const _ of slow.collect(WINDOW, undefined, abort.signal));
    })()
    waiting.catch(() => {})
    await expect
      .poll(
        async () =>
          (await run(`select 1 from pg_stat_activity where query like 'fetch%' and state = 'active'`)).rowCount,
      )
      .toBe(1)
    abort.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })

  it('leaves nothing behind: no listener of the signal, no connection', async () => {
    const abort = new AbortController()
    for (let at = 0; at < 3; at++) for await (const _ of open(CPU).collect(WINDOW, undefined, abort.signal));
    await expect.poll(() => getEventListeners(abort.signal, 'abort')).toEqual([])
    const connections = "select 1 from pg_stat_activity where application_name = 'omen'"
    await expect.poll(async () => (await run(connections)).rowCount).toBe(0)
  })

  it('estimates a call a query and step', async () => {
    expect(await open([CPU, CPU]).estimate(STEP_MS, never)).toEqual({ callsPerDay: 2880, callsPerBackfilledDay: 24 })
  })
})

describe('the connection to PostgreSQL', () => {
  const { cert, certPath } = makeCertificate('db.test')

  beforeAll(async () => {
    const [folder, keyPath] = [await setting('data_directory'), join(dirname(certPath), 'key.pem')]
    const { uid, gid } = statSync(folder)
    for (const path of [certPath, keyPath]) {
      const copy = join(folder, `test-${path === certPath ? 'cert' : 'key'}.pem`)
      copyFileSync(path, copy)
      chownSync(copy, uid, gid)
    }
    await run("alter system set ssl_cert_file = 'test-cert.pem'")
    await run("alter system set ssl_key_file = 'test-key.pem'")
    await run('alter system set ssl = on')
    await run('select pg_reload_conf()')
  })

  /** The name is that of the address; the connection is made to loopback. */
  const test = (host: string, sslMode: string, certificates?: string[]) => {
    const outbound = { ...openTestOutbound(), certificates, resolve: async () => '127.0.0.1' }
    const named = `${address.replace('127.0.0.1', host)}?sslmode=${sslMode}`
    const query = [
      "select $to - interval '1 second' as time, ssl::int as encrypted from pg_stat_ssl where pid = pg_backend_pid()",
    ]
    return openPostgresqlCollector(
      { address: named, userName: 'reader', password: PASSWORD, query },
      { outbound },
    ).test(never)
  }
  const encrypted = (value: number) => ({ series: [{ values: [value] }] })

  it('is encrypted where it can be, and checks the certificate by the name of the address', async () => {
    await expect.poll(() => setting('ssl')).toBe('on')
    expect(await test('db.test', 'verify-full', [cert])).toMatchObject(encrypted(1))
    expect(await test('other.test', 'verify-ca', [cert])).toMatchObject(encrypted(1))
    expect(await test('other.test', 'require')).toMatchObject(encrypted(1))
    expect(await test('other.test', 'prefer')).toMatchObject(encrypted(1))
    expect(await test('other.test', 'disable')).toMatchObject(encrypted(0))
    await expect(test('other.test', 'verify-full', [cert])).rejects.toMatchObject({ fault: 'certificate' })
    await expect(test('db.test', 'verify-ca')).rejects.toMatchObject({ fault: 'certificate' })
  })

  it('is not made to private addresses', async () => {
    const outbound = openOutbound({ allow: [], proxy: null, ca: null })
    const options = { address, userName: 'reader', password: PASSWORD, query: [CPU] }
    await expect(openPostgresqlCollector(options, { outbound }).test(never)).rejects.toMatchObject({
      fault: 'refusedAddress',
    })
    await outbound.close()
  })
})
