import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseHandle } from '../../ports/database.ts'
import type { DatabaseShape, DatabaseSnapshot } from '../../ports/database-archive.ts'
import { accounts } from '../../schema/index.ts'
import { createDatabaseArchive } from './database-archive.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { openDatabase } from './open-database.ts'

const root = mkdtempSync(join(tmpdir(), 'omen-archive-'))
let postgres: EmbeddedPostgres
let handle: DatabaseHandle
const urlOf = (name: string): string => postgres.url.replace('/postgres?', `/${name}?`)
beforeAll(async () => {
  postgres = await startEmbeddedPostgres(join(root, 'postgres'))
  handle = await openDatabase({ url: postgres.url, folder: '' })
  await handle.db.insert(accounts).values([account('first'), account('张伟\t"\\N')])
})
afterAll(async () => {
  await handle.close()
  await postgres.stop()
  rmSync(root, { recursive: true })
})

function account(userName: string): typeof accounts.$inferInsert {
  const rest = { role: 'member', locale: 'en', timeZone: 'UTC', passwordHash: 'hash', createdAt: 1 } as const
  return { id: `id of ${userName}`, userName, fullName: null, ...rest }
}

async function dumpAll(snapshot: DatabaseSnapshot): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const table of snapshot.shape.tables) {
    const dump = snapshot.dump(table)
    const chunks: Uint8Array[] = []
    for await (const chunk of dump.chunks) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    expect(text.split('\n')).toHaveLength(dump.rows() + 1)
    texts.set(table.name, text)
  }
  return texts
}

async function withSnapshot<T>(url: string, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> {
  const snapshot = await createDatabaseArchive(url).openSnapshot()
  try {
    return await work(snapshot)
  } finally {
    await snapshot.close()
  }
}

/** Into a new database of that name. */
async function loadInto(name: string, shape: DatabaseShape, texts: Map<string, string>): Promise<void> {
  await handle.executeSql(`create database ${name}`)
  const load = await createDatabaseArchive(urlOf(name)).openLoad(shape)
  try {
    for (const table of shape.tables) {
      const sink = load.load(table)
      await sink.write(Buffer.from(texts.get(table.name)!))
      expect(await sink.finish()).toBe(texts.get(table.name)!.split('\n').length - 1)
    }
    await load.commit()
  } finally {
    await load.close()
  }
}

describe('a snapshot', () => {
  it('stays at its moment while others write', async () => {
    await withSnapshot(postgres.url, async (snapshot) => {
      await handle.db.insert(accounts).values(account('later'))
      const texts = await dumpAll(snapshot)
      expect(texts.get('accounts')).not.toContain('later')
      expect(await snapshot.db.$count(accounts)).toBe(2)
    })
  })

  it('leaves the messages of the queue out', async () => {
    await handle.executeSql('create schema some_queue; create table some_queue.messages (a int)')
    const names = await withSnapshot(postgres.url, async ({ shape }) => shape.tables.map(({ name }) => name))
    expect(names).toContain('drizzle.__drizzle_migrations')
    expect(names.filter((name) => name.includes('messages'))).toEqual([])
  })

  it('refuses a database of another version', async () => {
    await handle.executeSql('create database another')
    const another = await openDatabase({ url: urlOf('another'), folder: '' })
    await another.executeSql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1)")
    await another.close()
    await expect(createDatabaseArchive(urlOf('another')).openSnapshot()).rejects.toThrow('another version of Omen')
  })

  it('is one at a time, until its session ends', async () => {
    const archive = createDatabaseArchive(postgres.url)
    const first = await archive.openSnapshot()
    await expect(archive.openSnapshot()).rejects.toThrow('Another backup of this server is under way.')
    await first.close()
    await expect.poll(() => archive.openSnapshot().then((next) => next.close())).toBeUndefined()
  })
})

describe('a load', () => {
  it('restores a database that can be used and whose dumps are equal byte by byte', async () => {
    const [shape, texts] = await withSnapshot(
      postgres.url,
      async (snapshot) => [snapshot.shape, await dumpAll(snapshot)] as const,
    )
    await loadInto('whole', shape, texts)
    expect(await withSnapshot(urlOf('whole'), dumpAll)).toEqual(texts)
    expect(await withSnapshot(urlOf('whole'), async (again) => again.shape)).toEqual(shape)
    const opened = await openDatabase({ url: urlOf('whole'), folder: '' })
    await expect(opened.db.insert(accounts).values(account('FIRST'))).rejects.toThrow()
    await opened.close()
  })

  it('leaves nothing where it is not committed', async () => {
    const shape = await withSnapshot(postgres.url, async (snapshot) => snapshot.shape)
    await handle.executeSql('create database given_up')
    const archive = createDatabaseArchive(urlOf('given_up'))
    const load = await archive.openLoad(shape)
    await load.close()
    await expect.poll(() => archive.openLoad(shape).then((next) => next.close())).toBeUndefined()
  })

  it('refuses a row whose account is missing', async () => {
    const shape = await withSnapshot(postgres.url, async (snapshot) => snapshot.shape)
    const texts = new Map(shape.tables.map(({ name }) => [name, '']))
    texts.set('sources', linesOf(shape, 'sources', { id: 's', owner_id: 'nobody', kind: 'file', name: 'n' }))
    await expect(loadInto('orphaned', shape, texts)).rejects.toThrow('foreign key')
  })

  it('refuses a database that has tables', async () => {
    const shape = await withSnapshot(postgres.url, async (snapshot) => snapshot.shape)
    await expect(createDatabaseArchive(postgres.url).openLoad(shape)).rejects.toThrow('The database is not empty')
  })

  it('refuses what a later version has migrated', async () => {
    const shape = await withSnapshot(postgres.url, async (snapshot) => snapshot.shape)
    await handle.executeSql('create database earlier')
    const later = { ...shape, migrations: [...shape.migrations, { hash: 'unknown', createdAt: 1_900_000_000_000 }] }
    await expect(createDatabaseArchive(urlOf('earlier')).openLoad(later)).rejects.toThrow('later version of Omen')
  })
})

/** One row; what is not given is 0, which suits every other type that must not be null there. */
function linesOf(shape: DatabaseShape, name: string, given: Record<string, string>): string {
  const { columns } = shape.tables.find((table) => table.name === name)!
  return `${columns.map((column) => given[column] ?? (column === 'created_at' ? '0' : '\\N')).join('\t')}\n`
}
