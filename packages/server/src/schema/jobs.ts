import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import type { JobParameters } from './job-parameters.ts'
import type { Failure, JobKind, JobResult, JobState, Progress } from './wire-types.ts'

/** The authoritative state of work; the queue only wakes workers. */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<JobKind>().notNull(),
    state: text('state').$type<JobState>().notNull(),
    title: text('title').notNull(),
    parameters: jsonb('parameters').$type<JobParameters>().notNull(),
    progress: jsonb('progress').$type<Progress>().notNull(),
    result: jsonb('result').$type<JobResult>(),
    error: jsonb('error').$type<Failure>(),
    attempts: integer('attempts').notNull(),
    /** Made by the server itself: it waits behind everything that a person has asked for. */
    isBackground: boolean('is_background').notNull().default(false),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The server process running it, and its last heartbeat. */
    worker: text('worker'),
    seenAt: epochMs('seen_at'),
    /** When this process claimed it; null where an older version did. */
    claimedAt: epochMs('claimed_at'),
    /** After a transient error, the earliest time of the next attempt. */
    notBefore: epochMs('not_before'),
    /** The claim of the request that made it, if that had an Idempotency-Key. */
    requestId: text('request_id'),
    requestFingerprint: text('request_fingerprint'),
    createdAt: epochMs('created_at').notNull(),
    startedAt: epochMs('started_at'),
    finishedAt: epochMs('finished_at'),
  },
  (table) => [
    index('jobs_owner').on(table.ownerId, table.createdAt),
    index('jobs_state').on(table.state),
    uniqueIndex('jobs_request').on(table.requestId),
    index('jobs_waiting').on(table.ownerId, table.createdAt, table.id).where(sql`${table.state} = 'queued'`),
  ],
)

/** Turns of accounts, which are served in the order of their last turn, longest ago first. */
export const accountTurns = pgTable('account_turns', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  turn: bigint('turn', { mode: 'number' }).notNull(),
})

/** Processor time of an account's jobs, by the day (UTC) on which they ended. */
export const processorUse = pgTable(
  'processor_use',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    usedMs: bigint('used_ms', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
)
