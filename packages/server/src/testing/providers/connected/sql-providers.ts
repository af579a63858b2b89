import { dirname } from 'node:path'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { findBinaries } from '../../../adapters/database/embedded/binaries.ts'
import { startMariaDb } from '../../start-mariadb.ts'
import { startPostgres } from '../../start-postgres.ts'
import { type Provider, plantedSecret } from './provider.ts'

const QUERY = ['select at as time, host, used from cpu where at >= $from and at < $to order by at']
const USER_NAME = 'reader'
const MINUTES = 1440

/** A PostgreSQL with a sample of each of two hosts a minute, from two days ago up to a day from now. */
export async function startPostgresqlProvider(): Promise<Provider> {
  const postgres = await startPostgres(dirname((await findBinaries()).postgres))
  const url = await postgres.urlOf('shop')
  const run = async (sql: string): Promise<Record<string, string>[]> => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  await run(`create table cpu as
    select date_trunc('minute', now()) + n * interval '1 minute' as at, 'web' || h as host, (n + 10000 + h / 10.0)::float8 as used
    from generate_series(${-2 * MINUTES}, ${MINUTES}) n, generate_series(1, 2) h`)
  const [{ hba_file: rules } = {}] = await run('show hba_file')
  await run(`create role ${USER_NAME} login`)
  await run(`grant select on cpu to ${USER_NAME}`)
  await run(`copy (select 'local all all trust' union all select 'host all omen all trust' union all select 'host all all all scram-sha-256')
    to '${rules}'`)
  await run('select pg_reload_conf()')
  return sqlProvider({
    connector: 'postgresql',
    address: url.replace('postgres://omen@', 'postgresql://'),
    setPassword: (password) => run(`alter role ${USER_NAME} password '${password}'`),
    refuse: () => run(`alter role ${USER_NAME} connection limit 0`),
    accept: () => run(`alter role ${USER_NAME} connection limit -1`),
    server: postgres,
  })
}

/** A MariaDB with the same. */
export async function startMysqlProvider(): Promise<Provider> {
  const mariaDb = await startMariaDb()
  const connect = (user: string, password = '') =>
    createConnection({ host: '127.0.0.1', port: mariaDb.port, user, password, timezone: 'Z' })
  const run = async (sql: string): Promise<unknown> => {
    const client = await connect('root')
    try {
      await client.query("set time_zone = '+00:00'")
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run('create database shop')
  await run('create table shop.cpu (at timestamp not null, host varchar(20), used double)')
  await run(`insert into shop.cpu
    select from_unixtime((unix_timestamp() div 60 + n.seq - ${2 * MINUTES}) * 60), concat('web', h.seq), n.seq + h.seq / 10
    from shop.seq_0_to_${3 * MINUTES} n, shop.seq_1_to_2 h`)
  await run(`create user ${USER_NAME}@'%'`)
  await run(`grant select on shop.cpu to ${USER_NAME}@'%'`)
  let password = ''
  let only: Awaited<ReturnType<typeof connect>> | undefined
  return sqlProvider({
    connector: 'mysql',
    address: `${mariaDb.address}/shop`,
    setPassword: (fresh) => {
      password = fresh
      return run(`alter user ${USER_NAME}@'%' identified by '${fresh}'`)
    },
    async refuse() {
      await run(`alter user ${USER_NAME}@'%' with max_user_connections 1`)
      only = await connect(USER_NAME, password)
    },
    async accept() {
      await only?.end()
      await run(`alter user ${USER_NAME}@'%' with max_user_connections 0`)
    },
    server: mariaDb,
  })
}

interface SqlServer {
  readonly connector: 'postgresql' | 'mysql'
  readonly address: string
  setPassword(password: string): Promise<unknown>
  /** No further connection is possible. */
  refuse(): Promise<unknown>
  accept(): Promise<unknown>
  readonly server: { pause(): Promise<void>; resume(): Promise<void>; stop(): Promise<void> }
}

async function sqlProvider({ connector, address, server, ...sql }: SqlServer): Promise<Provider> {
  const planted: string[] = []
  const renew = async (): Promise<{ password: string }> => {
    const password = plantedSecret(connector, planted.length)
    await sql.setPassword(password)
    planted.push(password)
    return { password }
  }
  let secrets = await renew()
  return {
    connector,
    dataType: 'Metric',
    settings: { address, query: QUERY, userName: USER_NAME },
    planted,
    setTime: () => {},
    get secrets() {
      return secrets
    },
    async changeKey() {
      secrets = await renew()
      return secrets
    },
    async refuse() {
      await sql.refuse()
      return 'throttled'
    },
    accept: async () => void (await sql.accept()),
    async disconnect() {
      await server.pause()
      return 'unreachable'
    },
    reconnect: () => server.resume(),
    close: () => server.stop(),
  }
}
