import type { Logger } from 'pino'
import type { Settings } from '../config/settings.ts'
import type { Clock } from '../ports/clock.ts'
import type { Compute } from '../ports/compute.ts'
import type { Database } from '../ports/database.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { MailSender } from '../ports/mail.ts'
import type { PointStore } from '../ports/point-store.ts'
import type { Random } from '../ports/random.ts'
import type { SmsSender } from '../ports/sms.ts'

/** All that a verb of the domain may reach. */
export interface Context {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly db: Database
  readonly points: PointStore
  readonly files: FileStore
  readonly queue: JobQueue
  readonly compute: Compute
  readonly mail: MailSender
  readonly sms: SmsSender
}

/** What the verbs about accounts need; the whole Context is one. */
export type AccountContext = Pick<Context, 'settings' | 'clock' | 'random' | 'log' | 'db' | 'mail' | 'sms'>

export type Role = 'admin' | 'member'
export type Scope = 'read' | 'upload' | 'publish' | 'admin'
export const allScopes: readonly Scope[] = ['read', 'upload', 'publish', 'admin']

/** Who asks. A session holds every scope. */
export interface Caller {
  readonly accountId: string
  readonly userName: string
  readonly role: Role
  readonly via: 'session' | 'token'
  readonly scopes: readonly Scope[]
  /** The session or the access token that was shown. */
  readonly credentialId: string
}
