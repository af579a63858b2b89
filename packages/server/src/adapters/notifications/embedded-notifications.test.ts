import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { notificationsContract } from '../../ports/notifications.contract.ts'
import { openDatabase } from '../database/open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-notifications-'))
const log = pino({ level: 'silent' })
const database = await openDatabase({ url: null, folder })
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

notificationsContract('the embedded PostgreSQL', async () => {
  const notifications = database.createNotifications(log)
  return { notifications, db: database.db, close: () => notifications.close() }
})
