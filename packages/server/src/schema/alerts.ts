import {
  boolean,
  customType,
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
import type { DeliveryFailure } from './delivery-failure.ts'
import { epochMs } from './epoch-ms.ts'
import { projects } from './projects.ts'
import { sources } from './sources.ts'
import type { AlertKind, AlertMessage, Calendar, DeliveryState, IntegrationProvider, Threshold } from './wire-types.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** When and to whom the incidents of a project are sent; a project without a row has the defaults. */
export const alertSettings = pgTable('alert_settings', {
  sourceId: text('source_id')
    .primaryKey()
    .references(() => projects.sourceId, { onDelete: 'cascade' }),
  /** The sensitivity of alerts; that of the page is the project's own. */
  pvalueEmail: doublePrecision('pvalue_email').notNull(),
  cvalueEmail: integer('cvalue_email').notNull(),
  /** Least share of the project's series that an incident takes, 0 to 1. */
  minAnomalyRatio: doublePrecision('min_anomaly_ratio').notNull(),
  /** Mail addresses. */
  recipients: jsonb('recipients').$type<string[]>().notNull(),
  /** After an alert of the project, the next one waits so long; what comes meanwhile becomes a digest. */
  quietMinutes: integer('quiet_minutes').notNull(),
  onlyWithCause: boolean('only_with_cause').notNull(),
  sendsRecovery: boolean('sends_recovery').notNull(),
  /** Null for no escalation. */
  escalateMinutes: integer('escalate_minutes'),
  thresholds: jsonb('thresholds').$type<Threshold[]>().notNull(),
  calendars: jsonb('calendars').$type<Calendar[]>().notNull(),
  predictionHours: integer('prediction_hours').notNull(),
  updatedAt: epochMs('updated_at').notNull(),
})

/** Where alerts go besides mail to recipients. */
export const integrations = pgTable(
  'integrations',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<IntegrationProvider>().notNull(),
    /** What its owner calls it. */
    account: text('account').notNull(),
    /** Sealed: the address or the key. */
    serviceKey: bytes('service_key').notNull(),
    /** The end of the key or the host of the address, by which people tell integrations apart. */
    hint: text('hint').notNull(),
    /** False: only those in `integration_projects`. */
    isForAll: boolean('is_for_all').notNull(),
    /** Gets alerts only once they were not acknowledged in time. */
    isForEscalation: boolean('is_for_escalation').notNull(),
    createdAt: epochMs('created_at').notNull(),
    /** The other side said for good that it wants no more, and how. */
    stoppedAt: epochMs('stopped_at'),
    stoppedBy: jsonb('stopped_text').$type<DeliveryFailure>(),
  },
  (table) => [uniqueIndex('integrations_account').on(table.ownerId, table.provider, table.account)],
)

export const integrationProjects = pgTable(
  'integration_projects',
  {
    integrationId: text('integration_id')
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    sourceId: text('source_id')
      .notNull()
      .references(() => projects.sourceId, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.sourceId] })],
)

/** A message about one or more incidents, as it was when it was made. */
export const alerts = pgTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    /** Null for the trial of an integration. */
    sourceId: text('source_id').references(() => sources.id, { onDelete: 'cascade' }),
    /** Null for a digest and a trial. */
    incidentId: text('incident_id'),
    /** All that it tells of, named in its message or not. */
    incidentIds: jsonb('incident_ids').$type<string[]>().notNull().default([]),
    kind: text('kind').$type<AlertKind>().notNull(),
    /** The same alert is made once, whoever makes it: its kind and what it is about. */
    key: text('key').notNull(),
    /** The moment of the data at which it became due. */
    at: epochMs('at').notNull(),
    createdAt: epochMs('created_at').notNull(),
    message: jsonb('message').$type<AlertMessage>().notNull(),
  },
  (table) => [uniqueIndex('alerts_key').on(table.key), index('alerts_source').on(table.sourceId, table.createdAt)],
)

/** One alert to one address, until it has arrived or is given up. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    alertId: text('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    /** Null for a recipient of the project's mail. */
    integrationId: text('integration_id').references(() => integrations.id, { onDelete: 'cascade' }),
    /** The mail address, or what the integration is called. */
    target: text('target').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: epochMs('next_at').notNull(),
    leasedBy: text('leased_by'),
    leasedUntil: epochMs('leased_until'),
    /** Of the last attempt. */
    attemptedAt: epochMs('attempted_at'),
    error: jsonb('error').$type<DeliveryFailure>(),
  },
  (table) => [
    uniqueIndex('deliveries_target').on(table.alertId, table.integrationId, table.target),
    index('deliveries_next').on(table.state, table.nextAt),
    index('deliveries_integration').on(table.integrationId),
  ],
)

/** Addresses whose owner wants no more mail about a project. */
export const unsubscribes = pgTable(
  'unsubscribes',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** In lower case. */
    address: text('address').notNull(),
    at: epochMs('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.address] })],
)
