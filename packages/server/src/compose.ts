import { join } from 'node:path'
import type { Logger } from 'pino'
import { clickhouseStore } from './adapters/clickhouse/clickhouse-store.ts'
import { openPointStore, type PointStoreLocation } from './adapters/clickhouse/open-point-store.ts'
import { systemClock } from './adapters/clock/system-clock.ts'
import { collectorOpener } from './adapters/collectors/open-collector.ts'
import { createLiveScorer } from './adapters/compute/live-scorer-thread.ts'
import { createPiscinaCompute } from './adapters/compute/piscina-compute.ts'
import { createPiscinaDecoder } from './adapters/compute/piscina-decoder.ts'
import { openDataFolder } from './adapters/data-folder/open-data-folder.ts'
import { createDatabaseArchive } from './adapters/database/database-archive.ts'
import { databaseStore } from './adapters/database/database-store.ts'
import { requireNoPglite } from './adapters/database/embedded/require-no-pglite.ts'
import { openDatabase } from './adapters/database/open-database.ts'
import { openDatabaseArchive } from './adapters/database/open-database-archive.ts'
import { createAlertChannels } from './adapters/delivery/create-alert-channels.ts'
import { bucketStore } from './adapters/file-store/bucket-store.ts'
import { openFileStore } from './adapters/file-store/open-file-store.ts'
import { lockFolder } from './adapters/folder-lock/lock-folder.ts'
import { requireNoUnfinishedRestore } from './adapters/folder-lock/unfinished-restore.ts'
import { openGraphileQueue } from './adapters/job-queue/graphile-queue.ts'
import { createLog } from './adapters/log/create-log.ts'
import { createConsoleMail } from './adapters/mail/console-mail.ts'
import { createSmtpMail } from './adapters/mail/smtp-mail.ts'
import { openStore } from './adapters/open-failures/open-store.ts'
import { openOutbound } from './adapters/outbound/open-outbound.ts'
import { createAesSecretBox } from './adapters/secret-box/aes-secret-box.ts'
import { openKeyFile } from './adapters/secret-box/key-file.ts'
import { createConsoleSms } from './adapters/sms/console-sms.ts'
import { createGatewaySms } from './adapters/sms/gateway-sms.ts'
import { type Closer, closeAll } from './close-all.ts'
import type { Settings } from './config/settings.ts'
import type { BackupStores } from './domain/backup/index.ts'
import type { AccountContext, Context } from './domain/context.ts'
import { recordedChecksums, repairOnRead, repairPoints } from './domain/files/index.ts'
import { forgetUnfinishedAnswers } from './domain/housekeeping.ts'
import { createArrivals, createSeriesNumbers } from './domain/ingest/index.ts'
import { createJobChanges } from './domain/jobs/index.ts'
import { createForecasts, createLiveChanges } from './domain/live/index.ts'
import type { Clock } from './ports/clock.ts'
import type { DatabaseHandle } from './ports/database.ts'
import type { MailSender } from './ports/mail.ts'
import type { Outbound } from './ports/outbound.ts'
import { type Random, systemRandom } from './ports/random.ts'
import type { SmsSender } from './ports/sms.ts'

/** Decoding takes a fraction of the time of storing: one thread feeds the store, the second one a second sender. */
const DECODER_THREADS = 2

/** Test doubles. */
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

/** A whole server, and what it backs up: the stores that it has open. */
export interface ComposedServer extends Composed<Context> {
  readonly stores: BackupStores
}

/** The composition root: the only place that names adapters. What was opened is closed again where a later part fails. */
export async function compose(settings: Settings, overrides: ComposeOverrides = {}): Promise<ComposedServer> {
  const closers: Closer[] = []
  try {
    const { base, database, outbound } = await composeAccounts(settings, overrides, closers)
    warnOfOwnKey(settings, base.log)
    const { points, files } = await openPointsAndFiles(settings, closers, {
      recorded: recordedChecksums(base.db),
      onSetAside: (part) =>
        base.log.error({ part }, 'acknowledged rows could not all be put into their table: see omen-server doctor'),
    })
    // The right to read a bucket does not include the right to write to it
    if (settings.filesUrl !== null) await openStore(bucketStore(settings.filesUrl), () => files.probe())
    const folder = await openDataFolder(settings.data)
    const compute = createPiscinaCompute({ threads: settings.workers, memoryMb: settings.workerMemoryMb })
    closers.push({ part: 'the worker threads', close: () => compute.close() })
    const queue = await openStore(databaseStore(settings.databaseUrl), () =>
      openGraphileQueue({ database, isAlone: settings.databaseUrl === null, log: base.log }),
    )
    const stopMs = settings.stopSeconds * 1000
    closers.push({ part: 'the job queue', close: () => queue.stop(stopMs), limitMs: stopMs + 10_000 })
    const jobChanges = await createJobChanges(base)
    const stores = { database: createDatabaseArchive(database.url), points: points.archive, files }
    const repairing = repairOnRead(points, (damaged) => repairPoints(ctx, damaged))
    const decoder = createPiscinaDecoder({ threads: DECODER_THREADS, memoryMb: settings.workerMemoryMb })
    closers.push({ part: 'the threads that decode samples', close: () => decoder.close() })
    const arrivals = createArrivals(base)
    closers.push({ part: 'the noted arrivals of samples', close: () => arrivals.close() })
    const ingest = { decoder, arrivals, seriesNumbers: createSeriesNumbers(base) }
    const liveScorer = createLiveScorer({ memoryMb: settings.workerMemoryMb })
    closers.push({ part: 'the thread of live detection', close: () => liveScorer.close() })
    const forecasts = createForecasts({ points: repairing, compute })
    const live = { liveScorer, liveChanges: await createLiveChanges(base), forecasts }
    const stored = { points: repairing, files, folder }
    const outgoing = {
      outbound,
      openCollector: collectorOpener({ outbound, clock: base.clock, logFolders: settings.logFolders }),
      channels: createAlertChannels(outbound),
    }
    const ctx: Context = { ...base, ...ingest, ...live, ...stored, ...outgoing, compute, queue, jobChanges }
    return { ctx, stores, close: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** The subset that the account commands of the console need. */
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

export interface StoresOptions {
  /** The caller holds the lock on the data folder already. */
  readonly isLocked?: boolean
  /** For the restore itself. */
  readonly mayBeUnfinished?: boolean
}

/** The subset that backup and restore need: the stores as they are; no table of the database is created or changed. */
export async function composeStores(
  settings: Settings,
  options: StoresOptions = {},
): Promise<{ stores: BackupStores; close(): Promise<void> }> {
  const closers: Closer[] = []
  try {
    if (!options.mayBeUnfinished) requireNoUnfinishedRestore(settings.data)
    if (!options.isLocked) lockWhereEmbedded(settings, closers)
    const database = await openStore(databaseStore(settings.databaseUrl), () =>
      openDatabaseArchive({ url: settings.databaseUrl, folder: join(settings.data, 'postgres') }),
    )
    closers.push({ part: 'the database', close: () => database.close(), limitMs: 60_000 })
    const { points, files } = await openPointsAndFiles(settings, closers, { recorded: async () => undefined })
    return { stores: { database: database.archive, points: points.archive, files }, close: () => closeAll(closers) }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

async function openPointsAndFiles(
  settings: Settings,
  closers: Closer[],
  options: Pick<PointStoreLocation, 'recorded' | 'onSetAside'>,
) {
  const points = await openStore(clickhouseStore(settings.clickhouseUrl), () =>
    openPointStore({
      url: settings.clickhouseUrl,
      cluster: settings.clickhouseCluster,
      folder: join(settings.data, 'points'),
      ...options,
    }),
  )
  closers.push({ part: 'the point store', close: () => points.close() })
  const files = await openStore(bucketStore(settings.filesUrl), () =>
    openFileStore({ url: settings.filesUrl, folder: join(settings.data, 'files') }),
  )
  return { points, files }
}

async function composeAccounts(
  settings: Settings,
  overrides: ComposeOverrides,
  closers: Closer[],
): Promise<{ base: AccountContext; database: DatabaseHandle; outbound: Outbound }> {
  requireNoUnfinishedRestore(settings.data)
  const log = overrides.log ?? openLog(settings, closers)
  lockWhereEmbedded(settings, closers)
  const database = await openStore(databaseStore(settings.databaseUrl), () =>
    openDatabase({
      url: settings.databaseUrl,
      folder: join(settings.data, 'postgres'),
      onDeath: (lastWords) => log.error({ lastWords }, 'the embedded PostgreSQL exited and is being restarted'),
    }),
  )
  closers.push({ part: 'the database', close: () => database.close(), limitMs: 60_000 })
  if (settings.databaseUrl === null) await forgetUnfinishedAnswers({ db: database.db })
  const notifications = database.createNotifications(log)
  closers.push({ part: 'the notifications', close: () => notifications.close() })
  const outbound = openOutbound({
    allow: settings.outboundAllow,
    proxy: settings.outboundProxy,
    ca: settings.outboundCa,
  })
  closers.push({ part: 'the connections to other services', close: () => outbound.close() })
  const mail = createMail(settings, outbound.certificates)
  closers.push({ part: 'the mail connection', close: () => mail.close() })
  const base: AccountContext = {
    settings,
    log,
    db: database.db,
    notifications,
    mail,
    sms: overrides.sms ?? createSms(settings),
    secretBox: createAesSecretBox(settings.secretKey ?? openKeyFile(settings.data)),
    clock: overrides.clock ?? systemClock,
    random: overrides.random ?? systemRandom,
  }
  return { base, database, outbound }
}

/** The key of a data folder is that of one server, unless the folder is shared; those on one database need the same. */
function warnOfOwnKey({ secretKey, databaseUrl }: Settings, log: Logger): void {
  if (secretKey === null && databaseUrl !== null)
    log.warn(
      'OMEN_SECRET_KEY is not set, so secret.key in the data folder is used: other servers on this database cannot open what it seals unless they share the folder',
    )
}

/** Opened first and closed last, so that messages logged while closing are written too. */
function openLog(settings: Settings, closers: Closer[]): Logger {
  const { log, flush } = createLog(settings)
  closers.push({ part: 'the log', close: flush })
  return log
}

/** An embedded store is destroyed by a second process on its folder, so the lock comes before either is opened. */
function lockWhereEmbedded(settings: Settings, closers: Closer[]): void {
  if (settings.databaseUrl !== null && settings.clickhouseUrl !== null) return
  if (settings.databaseUrl === null) requireNoPglite(settings.data)
  const lock = lockFolder(settings.data)
  closers.push({ part: 'the lock of the data folder', close: () => lock.release() })
}

function createMail({ smtpUrl, mailFrom }: Settings, certificates: Outbound['certificates']): MailSender {
  return smtpUrl === null ? createConsoleMail() : createSmtpMail(smtpUrl, mailFrom, { certificates })
}

function createSms(settings: Settings): SmsSender {
  return settings.smsUrl === null ? createConsoleSms() : createGatewaySms(settings.smsUrl, settings.smsToken)
}
