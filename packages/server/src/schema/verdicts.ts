import type { IncidentPeriod } from '@omen/engine'
import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { detections } from './detections.ts'
import { epochMs } from './epoch-ms.ts'
import { findings } from './findings.ts'
import { sources } from './sources.ts'
import type { Verdict } from './wire-types.ts'

/** A person's verdict on a period of a detection, or on a finding of a project. */
export const verdicts = pgTable(
  'verdicts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    detectionId: text('detection_id').references(() => detections.id, { onDelete: 'cascade' }),
    /** Of a detection, as `periodIdOf` returns it. */
    periodId: text('period_id'),
    /** The project. */
    sourceId: text('source_id').references(() => sources.id, { onDelete: 'cascade' }),
    /** Null on a project where the finding is gone, until another one takes its place. */
    findingId: bigint('finding_id', { mode: 'number' }).references(() => findings.id, { onDelete: 'set null' }),
    verdict: text('verdict').$type<Verdict>().notNull(),
    note: text('note'),
    /** Of a detection: the model whose periods it applies to. */
    modelId: text('model_id'),
    /** As it was reviewed. */
    period: jsonb('period').$type<IncidentPeriod>().notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    givenAt: epochMs('given_at').notNull(),
  },
  (table) => [
    uniqueIndex('verdicts_period').on(table.detectionId, table.periodId),
    uniqueIndex('verdicts_finding').on(table.findingId),
    index('verdicts_source').on(table.sourceId),
    index('verdicts_model').on(table.modelId),
    check('verdicts_subject', sql`num_nonnulls(${table.detectionId}, ${table.sourceId}) = 1`),
  ],
)
