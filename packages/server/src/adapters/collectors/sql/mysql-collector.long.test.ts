import { getEventListeners } from 'node:events'
import { dirname, join } from 'node:path'
import timers from 'node:timers'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CollectedBatch, CollectWindow } from '../../../ports/collector.ts'
import { makeCertificate } from '../../../testing/certificate.ts'
import { hasMariaDb, startMariaDb, type TestMariaDb } from '../../../testing/start-mariadb.ts'
import { openTestOutbound } from '../../../testing/test-outbound.ts'
import { openMysqlCollector } from './open-mysql-collector.ts'
import { STATEMENT_TIMEOUT_MS } from './sql-session.ts'

const never = new AbortController().signal
const STEP_MS = 60_000
const FROM = Date.parse('2026-11-23T10:00:00Z')
const WINDOW: CollectWindow = { from: FROM, to: FROM + 5 * STEP_MS, stepMs: STEP_MS }
const PASSWORD = 'a-password-of-mysql'

const CPU = 'select at, host, zone, used, seen from cpu where at >= $from and at < $to order by at'

describe.skipIf(!hasMariaDb())("the collector for MySQL (with Debian's mariadb-server)", () => {
  let mariaDb: TestMariaDb
  const { cert, certPath } = makeCertificate('db.test')

  beforeAll(async () => {
    mariaDb = await startMariaDb([`--ssl-cert=${certPath}`, `--ssl-key=${join(dirname(certPath), 'key.pem')}`])
    await run('create database shop')
    await run(
      `create table shop.cpu (at timestamp not null, host varchar(20), zone enum('eu', 'us'), used decimal(10, 2), seen bigint)`,
    )
    await run(`insert into shop.cpu
      select timestamp '2026-11-23 09:58:00' + interval minutes.seq minute, concat('web', hosts.seq), 'eu', minutes.seq + hosts.seq / 10, 9007199254740993
        from shop.seq_0_to_9 minutes, shop.seq_1_to_2 hosts`)
    await run('create table shop.plain (time bigint, value double)')
    await run(`insert into shop.plain values (${FROM / 1000}, 1), (${FROM / 1000 + 120}, null), (null, 4)`)
    await run(`create user reader@'%' identified by '${PASSWORD}'`)
    await run("grant select on shop.cpu to reader@'%'")
  }, 60_000)
  afterAll(() => mariaDb?.stop())

  async function run(sql: string): Promise<unknown> {
    const client = await createConnection({ host: '127.0.0.1', port: mariaDb.port, user: 'root', timezone: 'Z' })
    try {
      await client.query("set time_zone = '+00:00'")
      return (await client.query(sql))[0]
    } finally {
      await client.end()
    }
  }

  const root = { userName: 'root', password: '' }
  const open = (query: string, options: { address?: string; password?: string; userName?: string } = {}) =>
    openMysqlCollector(
      { address: `${mariaDb.address}/shop`, userName: 'reader', password: PASSWORD, ...options, query: [query] },
      { outbound: openTestOutbound() },
    )

  async function collect(query: string, options = {}, of = WINDOW): Promise<CollectedBatch[]> {
    const batches: CollectedBatch[] = []
    for await (const batch of open(query, options).collect(of, undefined, never)) batches.push(batch)
    return batches
  }

  it('reads a metric of each column of numbers, with instance and labels, from the start of a window up to its end', async () => {
    const times = [0, 1, 2, 3, 4].map((step) => FROM + step * STEP_MS)
    const series = (await collect(CPU)).flatMap(({ series = [] }) => series)
    expect(series).toHaveLength(4)
    expect(series.find(({ series: { id } }) => id === 'used{zone="eu"}[web1]')).toMatchObject({
      times,
      values: [2.1, 3.1, 4.1, 5.1, 6.1],
    })
    expect(await collect(CPU)).toEqual(await collect(CPU))
  })

  it('fills in the step, and leaves texts and comments alone', async () => {
    const query = `select from_unixtime(floor(unix_timestamp(at) / $step) * $step) as time, concat('$from', host) as host, -- not $to
      avg(used) as mean from cpu where at >= $from and at < $to group by 1, 2 order by 2;`
    const series = (await collect(query, {}, { ...WINDOW, stepMs: 300_000 })).flatMap(({ series = [] }) => series)
    expect(series.map(({ series: { id }, times, values }) => [id, times, values])).toEqual([
      ['mean[$fromweb1]', [FROM], [4.1]],
      ['mean[$fromweb2]', [FROM], [4.2]],
    ])
  })

  it('reads times in epoch seconds, and notes what it leaves out', async () => {
    expect(await collect('select * from plain', root)).toEqual([
      { series: [expect.objectContaining({ times: [FROM], values: [1] })] },
      { notes: ['1 rows were left out: their time cannot be read.'] },
    ])
  })

  it('reads many rows in batches of at most 5,000 samples', async () => {
    const many = 'select $from + interval seq * 1000 microsecond as time, seq as n from seq_0_to_19999'
    const sizes = (await collect(many, root)).map(({ series = [] }) =>
      series.reduce((sum, { times }) => sum + times.length, 0),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5000)
  })

  it('tests with the newest sample of up to 20 series', async () => {
    const now = "select now() - interval seq second as time, concat('host', seq) as host, seq as n from seq_1_to_30"
    expect((await open(now, root).test(never)).series).toHaveLength(20)
    expect((await open(CPU).test(never)).series).toEqual([])
  })

  it.each([
    ['credentials', CPU, { password: 'wrong' }],
    ['permission', 'select * from plain', {}],
    ['query', 'select nothing from cpu', {}],
    ['query', 'select 1', {}],
    ['query', 'delete from cpu', root],
    ['query', `${CPU}; drop table cpu`, root],
    [
      'timeout',
      'set statement max_statement_time = 0.2 for select now() as time, sleep(10) as n from seq_1_to_9',
      root,
    ],
  ] as const)('tells %s of %s %o', async (fault, query, options) => {
    const failed = collect(query, options)
    await expect(failed).rejects.toMatchObject({ fault, name: 'CollectorError' })
    const { message, stack } = (await failed.catch((error: unknown) => error)) as Error
    expect(`${message} ${stack}`).not.toContain(PASSWORD)
  })

  it.each([
    ['notFound', (known: string) => `${known}/other`, root],
    ['unreachable', () => 'mysql://127.0.0.1:1/shop', {}],
    ['certificate', (known: string) => `${known}/shop?sslmode=verify-full`, {}],
    ['query', () => 'postgresql://127.0.0.1/shop', {}],
  ] as const)('tells %s of an address', async (fault, change, options) => {
    const failing = (async () => collect(CPU, { ...options, address: change(mariaDb.address) }))()
    await expect(failing).rejects.toMatchObject({ fault })
  })

  it('is encrypted where it can be, and checks the certificate by the name of the address', async () => {
    /** The name is that of the address; the connection is made to loopback. */
    const test = (host: string, sslMode: string, certificates?: string[]) => {
      const outbound = { ...openTestOutbound(), certificates, resolve: async () => '127.0.0.1' }
      const address = `${mariaDb.address.replace('127.0.0.1', host)}/shop?sslmode=${sslMode}`
      const query = [
        "select now() - interval 1 minute as time, variable_value <> '' as encrypted from information_schema.session_status where variable_name = 'Ssl_cipher'",
      ]
      return openMysqlCollector({ address, ...root, query }, { outbound }).test(never)
    }
    const encrypted = (value: number) => ({ series: [{ values: [value] }] })
    expect(await test('db.test', 'verify-full', [cert])).toMatchObject(encrypted(1))
    expect(await test('other.test', 'verify-ca', [cert])).toMatchObject(encrypted(1))
    expect(await test('other.test', 'prefer')).toMatchObject(encrypted(1))
    expect(await test('other.test', 'disable')).toMatchObject(encrypted(0))
    await expect(test('other.test', 'verify-full', [cert])).rejects.toMatchObject({ fault: 'certificate' })
    await expect(test('db.test', 'verify-ca')).rejects.toMatchObject({ fault: 'certificate' })
  })

  it('leaves nothing behind: no listener of the signal, no connection', async () => {
    const abort = new AbortController()
    for (let at = 0; at < 3; at++) for await (const _ of open(CPU).collect(WINDOW, undefined, abort.signal));
    await expect.poll(() => getEventListeners(abort.signal, 'abort')).toEqual([])
    const connections = () => run("select 1 from information_schema.processlist where user = 'reader'")
    await expect.poll(connections).toEqual([])
  })

  it('stops for an abort in the middle of a statement', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    const slow = open('select now() as time, sleep(20) as n', root)
    const waiting = (async () => {
      for await (const _ of slow.collect(WINDOW, undefined, abort.signal));
    })()
    waiting.catch(() => {})
    const running = () => run("select 1 from information_schema.processlist where state = 'User sleep'")
    await expect.poll(running, { timeout: 5000 }).toHaveLength(1)
    abort.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })

  it('is not ended by the time-out of a statement that was aborted', async () => {
    const ofStatements = vi.spyOn(timers, 'setTimeout')
    onTestFinished(() => ofStatements.mockRestore())
    const abort = new AbortController()
    const slow = open('select now() as time, sleep(2) as n', root)
    const waiting = (async () => {
      for await (const _ of slow.collect(WINDOW, undefined, abort.signal));
    })()
    waiting.catch(() => {})
    const ends = () => ofStatements.mock.calls.filter(([, ms = 0]) => ms > STATEMENT_TIMEOUT_MS)
    await expect.poll(ends, { timeout: 5000 }).not.toEqual([])
    abort.abort(new Error('stop'))
    await expect(waiting).rejects.toThrow('stop')
    for (const [end] of ends()) expect(end).not.toThrow()
  })
})
