import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts, loginAttempts, tokens } from '../schema/index.ts'
import type { DatabaseHandle } from './database.ts'

/** The contract of a database. `open` is called several times for the same database. */
export function databaseContract(name: string, open: () => Promise<DatabaseHandle>): void {
  describe(name, () => {
    let handle: DatabaseHandle
    beforeAll(async () => {
      handle = await open()
    })
    const account = (userName: string): typeof accounts.$inferInsert => ({
      id: `id of ${userName}`,
      userName,
      role: 'member',
      locale: 'zh-CN',
      timeZone: 'UTC',
      passwordHash: 'hash',
      createdAt: 1_795_168_650_831,
    })

    test('has its tables when it is opened, and opening it again is harmless', async () => {
      await handle.db.insert(accounts).values(account('kept'))
      await handle.close()
      handle = await open()
      const rows = await handle.db.select().from(accounts).where(eq(accounts.userName, 'kept'))
      expect(rows).toMatchObject([{ ...account('kept'), email: null }])
    })

    test('keeps text of any language, epoch milliseconds as numbers and lists as lists', async () => {
      await handle.db.insert(accounts).values({ ...account('张伟'), fullName: '𝒪men 😀' })
      const token = {
        id: 't',
        accountId: 'id of 张伟',
        name: 'n',
        secretHash: 's',
        scopes: ['read' as const],
        createdAt: 253_402_300_799_999,
      }
      await handle.db.insert(tokens).values(token)
      expect(await handle.db.select().from(tokens)).toEqual([{ ...token, expiresAt: null, lastUsedAt: null }])
      const [row] = await handle.db.select().from(accounts).where(eq(accounts.userName, '张伟'))
      expect(row?.fullName).toBe('𝒪men 😀')
    })

    test('holds account names apart whatever their case', async () => {
      await handle.db.insert(accounts).values(account('unique1'))
      await expect(handle.db.insert(accounts).values(account('UNIQUE1'))).rejects.toThrow()
    })

    test('removes what belongs to an account with it', async () => {
      await handle.db.insert(accounts).values(account('leaving'))
      await handle.db
        .insert(tokens)
        .values({ id: 'l', accountId: 'id of leaving', name: 'n', secretHash: 'l', scopes: [], createdAt: 1 })
      await handle.db.delete(accounts).where(eq(accounts.userName, 'leaving'))
      expect(await handle.db.$count(tokens, eq(tokens.id, 'l'))).toBe(0)
    })

    test('undoes the whole of a transaction that fails', async () => {
      const failing = handle.db.transaction(async (tx) => {
        await tx.insert(accounts).values(account('undone1'))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await handle.db.$count(accounts, eq(accounts.userName, 'undone1'))).toBe(0)
    })

    test('gives back the connections of transactions that could not begin', async () => {
      const isolationLevel = 'unknown' as 'serializable'
      const begin = () => handle.db.transaction(async () => {}, { isolationLevel })
      await Promise.all(Array.from({ length: 30 }, () => expect(begin()).rejects.toThrow()))
      await handle.ping()
    })

    test('makes transactions on one row wait for each other', async () => {
      await handle.db.insert(loginAttempts).values({ subject: 'row', attempts: [], lockedUntil: 0 })
      const add = (value: number) =>
        handle.db.transaction(async (tx) => {
          const [row] = await tx.select().from(loginAttempts).where(eq(loginAttempts.subject, 'row')).for('update')
          await tx
            .update(loginAttempts)
            .set({ attempts: [...row!.attempts, value] })
            .where(eq(loginAttempts.subject, 'row'))
        })
      await Promise.all(Array.from({ length: 20 }, (_, value) => add(value)))
      const [row] = await handle.db.select().from(loginAttempts)
      expect(row!.attempts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, value) => value))
    })

    test('answers many questions at once', async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, value) => handle.db.execute(sql`select ${value}::int as value`)),
      )
      expect(results.map((result) => (result as unknown as { rows: unknown[] }).rows[0])).toEqual(
        Array.from({ length: 50 }, (_, value) => ({ value })),
      )
    })

    test('runs plain SQL with values, and several statements without', async () => {
      await handle.executeSql('create table plain (a int, b jsonb); insert into plain values (1, \'{"x": 2}\')')
      const { rows } = await handle.executeSql('select a, b from plain where a = $1', [1])
      expect(rows).toEqual([{ a: 1, b: { x: 2 } }])
    })

    // The last one: it leaves the database closed.
    test('answers a ping while it is open, and refuses it when it is closed', async () => {
      await handle.ping()
      await handle.close()
      await expect(handle.ping()).rejects.toThrow()
    })
  })
}
