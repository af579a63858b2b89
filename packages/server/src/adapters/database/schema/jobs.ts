import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { JobParameters } from '../../../domain/jobs/job-parameters.ts'
import type { Failure, JobKind, JobResult, JobState, Progress } from '../../../domain/wire-types.ts'
import { accounts } from './accounts.ts'

const epochMs = (name: string) => bigint(name, { mode: 'number' })

/** The truth about work; the queue only hands it out. */
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
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The server process at work on it, and when it last said so. */
    worker: text('worker'),
    seenAt: epochMs('seen_at'),
    createdAt: epochMs('created_at').notNull(),
    startedAt: epochMs('started_at'),
    finishedAt: epochMs('finished_at'),
  },
  (table) => [index('jobs_owner').on(table.ownerId, table.createdAt), index('jobs_state').on(table.state)],
)
