import type { Logger } from 'pino'
import type { Settings } from '../config/settings.ts'
import type { AlertChannels } from '../ports/alert-channel.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenCollector } from '../ports/collector-factory.ts'
import type { Compute } from '../ports/compute.ts'
import type { DataFolder } from '../ports/data-folder.ts'
import type { Database } from '../ports/database.ts'
import type { Decoder } from '../ports/decoder.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { LiveScorer } from '../ports/live-scorer.ts'
import type { MailSender } from '../ports/mail.ts'
import type { Notifications } from '../ports/notifications.ts'
import type { Outbound } from '../ports/outbound.ts'
import type { PointStore } from '../ports/point-store.ts'
import type { Random } from '../ports/random.ts'
import type { SecretBox } from '../ports/secret-box.ts'
import type { SmsSender } from '../ports/sms.ts'
import type { Arrivals } from './ingest/arrivals.ts'
import type { SeriesNumbers } from './ingest/series-numbers.ts'
import type { JobChanges } from './jobs/changes.ts'
import type { LiveChanges } from './live/changes.ts'
import type { Forecasts } from './live/forecasts.ts'

/** Everything that a function of the domain may use. */
export interface Context {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly db: Database
  readonly notifications: Notifications
  readonly points: PointStore
  readonly files: FileStore
  readonly folder: DataFolder
  readonly queue: JobQueue
  readonly jobChanges: JobChanges
  readonly compute: Compute
  readonly mail: MailSender
  readonly sms: SmsSender
  /** To addresses that somebody has typed in. */
  readonly outbound: Outbound
  readonly secretBox: SecretBox
  readonly channels: AlertChannels
  readonly decoder: Decoder
  readonly seriesNumbers: SeriesNumbers
  readonly arrivals: Arrivals
  readonly liveScorer: LiveScorer
  readonly liveChanges: LiveChanges
  readonly forecasts: Forecasts
  readonly openCollector: OpenCollector
  /** Of a request with an Idempotency-Key: a job that it makes carries both, the fingerprint as of then. */
  readonly claim?: { readonly id: string; fingerprint(): string }
}

/** What the verbs about accounts need; the whole Context is one. */
export type AccountContext = Pick<
  Context,
  'settings' | 'clock' | 'random' | 'log' | 'db' | 'notifications' | 'mail' | 'sms' | 'secretBox'
>

export type Role = 'admin' | 'member'
export type Scope = 'read' | 'upload' | 'manage' | 'publish' | 'admin'
export const ALL_SCOPES: readonly Scope[] = ['read', 'upload', 'manage', 'publish', 'admin']

/** The sender of data: whoever holds an ingest key of a project. */
export interface Sender {
  readonly sourceId: string
  /** The owner of the project. */
  readonly accountId: string
  readonly keyId: string
  /** May read the project's data as well. */
  readonly mayRead: boolean
}

/** Whoever has the link of an open published detection: it opens that, and nothing else. */
export interface Visitor {
  readonly via: 'link'
  readonly sourceId: string
}

/** The caller of an operation. A session has every scope of its account's role. */
export interface Caller {
  readonly accountId: string
  readonly userName: string
  readonly role: Role
  readonly via: 'session' | 'token'
  readonly scopes: readonly Scope[]
  /** The session or the access token presented. */
  readonly credentialId: string
}
