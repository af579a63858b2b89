import { join } from 'node:path'
import type { Logger } from 'pino'
import { openPointStore } from './adapters/clickhouse/open-point-store.ts'
import { createPiscinaCompute } from './adapters/compute/piscina-compute.ts'
import { openDatabase } from './adapters/database/open-database.ts'
import { openDiskFileStore } from './adapters/file-store/disk-file-store.ts'
import { lockFolder } from './adapters/folder-lock/lock-folder.ts'
import { openPgBossQueue } from './adapters/job-queue/pg-boss-queue.ts'
import { createLog } from './adapters/log/create-log.ts'
import { createConsoleMail } from './adapters/mail/console-mail.ts'
import { createSmtpMail } from './adapters/mail/smtp-mail.ts'
import { createConsoleSms } from './adapters/sms/console-sms.ts'
import { createGatewaySms } from './adapters/sms/gateway-sms.ts'
import type { Settings } from './config/settings.ts'
import type { AccountContext, Context } from './domain/context.ts'
import { forgetUnfinishedAnswers } from './domain/housekeeping.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { DatabaseHandle } from './ports/database.ts'
import type { MailSender } from './ports/mail.ts'
import { type Random, systemRandom } from './ports/random.ts'
import type { SmsSender } from './ports/sms.ts'

/** What tests put in the place of the real ones. */
export interface ComposeOverrides {
  clock?: Clock
  random?: Random
  log?: Logger
  sms?: SmsSender
}

export interface Composed<T> {
  readonly ctx: T
  /** Closes everything in the opposite order; safe to call twice. */
  close(): Promise<void>
}

type Closer = () => void | Promise<void>

/** The composition root: the only place that names adapters. What was opened is closed again where a later part fails. */
export async function compose(settings: Settings, overrides: ComposeOverrides = {}): Promise<Composed<Context>> {
  const closers: Closer[] = []
  try {
    const { base, database } = await composeAccounts(settings, overrides, closers)
    const points = await openPointStore({
      url: settings.clickhouseUrl,
      cluster: settings.clickhouseCluster,
      folder: join(settings.data, 'points'),
    })
    closers.push(() => points.close())
    const files = await openDiskFileStore(join(settings.data, 'files'))
    const compute = createPiscinaCompute({ threads: settings.workers, memoryMb: settings.workerMemoryMb })
    closers.push(() => compute.close())
    const queue = await openPgBossQueue({ database, concurrency: settings.workers, log: base.log })
    closers.push(() => queue.stop(settings.stopSeconds * 1000))
    return { ctx: { ...base, points, files, compute, queue }, close: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** As much as the console commands about accounts need. */
export async function composeForConsole(settings: Settings): Promise<Composed<AccountContext>> {
  const closers: Closer[] = []
  try {
    const { base } = await composeAccounts(settings, {}, closers)
    return { ctx: base, close: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

async function composeAccounts(
  settings: Settings,
  overrides: ComposeOverrides,
  closers: Closer[],
): Promise<{ base: AccountContext; database: DatabaseHandle }> {
  const log = overrides.log ?? createLog(settings)
  lockWhereEmbedded(settings, closers)
  const database = await openDatabase({ url: settings.databaseUrl, folder: join(settings.data, 'database') })
  closers.push(() => database.close())
  if (database.kind === 'pglite') await forgetUnfinishedAnswers({ db: database.db })
  const mail = createMail(settings)
  closers.push(() => mail.close())
  const base: AccountContext = {
    settings,
    log,
    db: database.db,
    mail,
    sms: overrides.sms ?? createSms(settings),
    clock: overrides.clock ?? systemClock,
    random: overrides.random ?? systemRandom,
  }
  return { base, database }
}

/** An embedded store is destroyed by a second process on its folder, so the lock comes before either is opened. */
function lockWhereEmbedded(settings: Settings, closers: Closer[]): void {
  if (settings.databaseUrl !== null && settings.clickhouseUrl !== null) return
  const lock = lockFolder(settings.data)
  closers.push(() => lock.release())
}

function createMail(settings: Settings): MailSender {
  return settings.smtpUrl === null ? createConsoleMail() : createSmtpMail(settings.smtpUrl, settings.mailFrom)
}

function createSms(settings: Settings): SmsSender {
  return settings.smsUrl === null ? createConsoleSms() : createGatewaySms(settings.smsUrl, settings.smsToken)
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
}
