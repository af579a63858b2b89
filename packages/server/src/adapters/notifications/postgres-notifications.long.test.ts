import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../ports/database.ts'
import { notificationsContract } from '../../ports/notifications.contract.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/start-postgres.ts'
import { openDatabase } from '../database/open-database.ts'

const bin = findPostgres()
const log = pino({ level: 'silent' })

describe.skipIf(bin === undefined)('with a real PostgreSQL', () => {
  let postgres: TestPostgres
  let url: string
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    url = await postgres.urlOf('notifications')
  })
  afterAll(() => postgres.stop())

  async function open() {
    const database = await openDatabase({ url, folder: '' })
    const notifications = database.createNotifications(log)
    const close = async () => {
      await notifications.close()
      await database.close()
    }
    return { notifications, database, db: database.db, close }
  }

  notificationsContract('PostgreSQL', open)

  test('a message reaches another server of the same database', async () => {
    const [here, there] = [await open(), await open()]
    const messages: string[] = []
    await there.notifications.subscribe('news', { onMessage: (payload) => void messages.push(payload) })
    await here.notifications.publish('news', 'from here')
    await expect.poll(() => messages).toEqual(['from here'])
    await Promise.all([here.close(), there.close()])
  })

  test('a channel name with upper case and quotes is taken as it is', async () => {
    const { notifications, close } = await open()
    const messages: string[] = []
    await notifications.subscribe('An "odd" Channel', { onMessage: (payload) => void messages.push(payload) })
    await notifications.publish('An "odd" Channel', 'x')
    await expect.poll(() => messages).toEqual(['x'])
    await close()
  })

  test('a lost connection is reopened, its subscribers are notified, and messages arrive as before', async () => {
    const { notifications, database, close } = await open()
    const heard: string[] = []
    await notifications.subscribe('news', {
      onMessage: (payload) => void heard.push(payload),
      onReconnect: () => void heard.push('reconnected'),
    })
    await endListeners(database)
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['reconnected'])
    await notifications.publish('news', 'after')
    await expect.poll(() => heard).toEqual(['reconnected', 'after'])
    await close()
  })

  test('it survives a restart of the database, and closes while it is away', async () => {
    const own = await startPostgres(bin!)
    const database = await openDatabase({ url: await own.urlOf('away'), folder: '' })
    const notifications = database.createNotifications(log)
    const heard: string[] = []
    await notifications.subscribe('news', { onMessage: () => {}, onReconnect: () => void heard.push('reconnected') })
    await own.pause()
    await own.resume()
    await expect.poll(() => heard, { timeout: 15_000 }).toEqual(['reconnected'])
    await own.pause()
    await notifications.close()
    await database.close()
    await own.resume()
    await own.stop()
  })
})

async function endListeners(database: DatabaseHandle): Promise<void> {
  await database.executeSql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'omen notifications'",
  )
}
