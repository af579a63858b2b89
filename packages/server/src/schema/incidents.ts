import type {
  CauseRanking,
  FindingKind,
  Fingerprint,
  IncidentTitle,
  PredictedIncident,
  PredictionState,
  SentenceParts,
} from '@omen/engine'
import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { detections } from './detections.ts'
import { epochMs } from './epoch-ms.ts'
import { sources } from './sources.ts'
import type { ActionItem, IncidentFamily, IncidentHistoryEntry, IncidentPicture } from './wire-types.ts'

/** The finding that speaks for an incident, as lists show it. */
export interface IncidentLead {
  readonly sentence: SentenceParts
  readonly metric: string | null
  readonly instance: string | null
}

/** Findings that belong together. */
export const incidents = pgTable(
  'incidents',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    state: text('state').$type<'open' | 'acknowledged' | 'resolved'>().notNull(),
    onset: epochMs('onset').notNull(),
    createdAt: epochMs('created_at').notNull(),
    /** What a person said of it, who and when; it holds until it is withdrawn, whatever is found meanwhile. */
    decision: text('decision').$type<'acknowledged' | 'resolved'>(),
    decidedAt: epochMs('decided_at'),
    /** An account name, or the mail address that a link was sent to. */
    decidedBy: text('decided_by'),
    note: text('note'),
    /** The moments of its alerts; null where there was none. */
    alertedAt: epochMs('alerted_at'),
    escalatedAt: epochMs('escalated_at'),
    recoveredAt: epochMs('recovered_at'),
    /** Since when it counts as resolved; null while it does not. */
    resolvedAt: epochMs('resolved_at'),
    /** The incident that its findings went to; its own id leads there. */
    mergedInto: text('merged_into'),
    mergedAt: epochMs('merged_at'),
    mergedBy: text('merged_by'),
    /** Left out of training by a person. */
    excludedAt: epochMs('excluded_at'),
    excludedBy: text('excluded_by'),
    /** What lists show, from its findings; without a lead where it was not described yet. The end is null while it lasts. */
    lead: jsonb('lead').$type<IncidentLead>(),
    endTime: epochMs('end_time'),
    kind: text('kind').$type<FindingKind | 'log'>(),
    family: text('family').$type<IncidentFamily>(),
    severity: doublePrecision('severity'),
    val: doublePrecision('val'),
    findingCount: integer('finding_count').notNull().default(0),
    instances: jsonb('instances').$type<string[]>().notNull().default([]),
    /** Names in lower case that a search looks through. */
    search: text('search').notNull().default(''),
    title: jsonb('title').$type<IncidentTitle>(),
    fingerprint: jsonb('fingerprint').$type<Fingerprint>(),
    /** The same for incidents that repeat each other. */
    repeatKey: text('repeat_key'),
  },
  (table) => [
    index('incidents_source').on(table.sourceId, table.onset),
    index('incidents_unresolved').on(table.sourceId).where(sql`${table.state} <> 'resolved'`),
    index('incidents_merged').on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
    index('incidents_undescribed').on(table.sourceId).where(sql`${table.lead} is null`),
  ],
)

/** What was done with incidents, by people and by the server. */
export const incidentHistory = pgTable(
  'incident_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    incidentId: text('incident_id')
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    at: epochMs('at').notNull(),
    kind: text('kind').$type<IncidentHistoryEntry['kind']>().notNull(),
    by: text('by'),
    note: text('note'),
    /** The other incident of a merge or a split. */
    other: text('other'),
  },
  (table) => [index('incident_history_incident').on(table.incidentId, table.id)],
)

export const incidentStars = pgTable(
  'incident_stars',
  {
    incidentId: text('incident_id')
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    at: epochMs('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.accountId] }),
    index('incident_stars_account').on(table.accountId),
  ],
)

/** What was computed of an incident, and outlives the points that it was computed from. */
export const incidentRecords = pgTable('incident_records', {
  incidentId: text('incident_id')
    .primaryKey()
    .references(() => incidents.id, { onDelete: 'cascade' }),
  madeAt: epochMs('made_at').notNull(),
  /** What it was computed from: findings, merges and events, as a digest. */
  madeFrom: text('made_from').notNull(),
  /** Null where there was too little before it. */
  ranking: jsonb('ranking').$type<CauseRanking>(),
  /** Which series moved first and when, as later incidents remember it. */
  movers: jsonb('movers').$type<{ seriesId: string; onset: number }[]>().notNull(),
  picture: jsonb('picture').$type<IncidentPicture>(),
})

/** Texts about incidents: of a project's one, of a detection's, or of an interval of a project. */
export const postMortems = pgTable(
  'post_mortems',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    incidentId: text('incident_id').references(() => incidents.id, { onDelete: 'cascade' }),
    detectionId: text('detection_id').references(() => detections.id, { onDelete: 'cascade' }),
    /** Of the newest text. */
    revision: integer('revision').notNull(),
  },
  (table) => [index('post_mortems_incident').on(table.incidentId)],
)

export const postMortemRevisions = pgTable(
  'post_mortem_revisions',
  {
    postMortemId: text('post_mortem_id')
      .notNull()
      .references(() => postMortems.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    text: text('text').notNull(),
    actions: jsonb('actions').$type<ActionItem[]>().notNull(),
    at: epochMs('at').notNull(),
    by: text('by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postMortemId, table.revision] })],
)

/** Templates for such texts, of an account and whom it shares projects with. */
export const postMortemTemplates = pgTable(
  'post_mortem_templates',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    text: text('text').notNull(),
  },
  (table) => [uniqueIndex('post_mortem_templates_name').on(table.ownerId, sql`lower(${table.name})`)],
)

/** What announces the incidents of a project, as it was learned and has proved since. */
export const predictionRules = pgTable('prediction_rules', {
  sourceId: text('source_id')
    .primaryKey()
    .references(() => sources.id, { onDelete: 'cascade' }),
  state: jsonb('state').$type<PredictionState>().notNull(),
  /** Rules are learned again once a day; they have seen what came up to then. */
  learnedAt: epochMs('learned_at').notNull(),
  advancedTo: epochMs('advanced_to').notNull(),
})

/** Incidents that rules expect, and what became of it. */
export const rulePredictions = pgTable(
  'rule_predictions',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    ruleId: text('rule_id').notNull(),
    prediction: jsonb('prediction').$type<PredictedIncident>().notNull(),
    precursor: text('precursor').notNull(),
    leadMs: doublePrecision('lead_ms').notNull(),
    state: text('state').$type<'open' | 'cameTrue' | 'failed'>().notNull(),
    settledAt: epochMs('settled_at'),
    incidentId: text('incident_id').references(() => incidents.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('rule_predictions_source').on(table.sourceId, table.settledAt),
    uniqueIndex('rule_predictions_open').on(table.sourceId, table.ruleId).where(sql`${table.state} = 'open'`),
  ],
)
