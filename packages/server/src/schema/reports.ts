import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { epochMs } from './epoch-ms.ts'
import type { ReportPeriod } from './wire-types.ts'

/** Reports that are mailed again and again, at an hour by the clocks of a zone. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    every: text('every').$type<ReportPeriod>().notNull(),
    hour: integer('hour').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Null for all projects that its owner may read; the names as of when it was made. */
    projects: jsonb('projects').$type<{ sourceId: string; name: string }[] | null>(),
    /** Mail addresses in lower case, and those of them whose owner wants no more. */
    recipients: jsonb('recipients').$type<string[]>().notNull(),
    unsubscribed: jsonb('unsubscribed').$type<string[]>().notNull().default([]),
    locale: text('locale').$type<'en' | 'zh-CN'>().notNull(),
    createdAt: epochMs('created_at').notNull(),
    /** Null once it is stopped. */
    nextAt: epochMs('next_at'),
    lastAt: epochMs('last_at'),
    stoppedAt: epochMs('stopped_at'),
    stoppedText: text('stopped_text'),
  },
  (table) => [index('report_schedules_owner').on(table.ownerId), index('report_schedules_next').on(table.nextAt)],
)

/** A report on its way to one address, until the mail server has taken it or it is given up. */
export const reportMails = pgTable(
  'report_mails',
  {
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => reportSchedules.id, { onDelete: 'cascade' }),
    /** When it was due; one that was missed while no server ran is about the period before `at`. */
    dueAt: epochMs('due_at').notNull(),
    at: epochMs('at').notNull(),
    address: text('address').notNull(),
    state: text('state').$type<'waiting' | 'sent' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: epochMs('next_at').notNull(),
    leasedUntil: epochMs('leased_until'),
    settledAt: epochMs('settled_at'),
    error: text('error'),
  },
  (table) => [
    uniqueIndex('report_mails_once').on(table.scheduleId, table.dueAt, table.address),
    index('report_mails_next').on(table.state, table.nextAt),
  ],
)
