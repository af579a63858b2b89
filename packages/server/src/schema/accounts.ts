import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { epochMs } from './epoch-ms.ts'

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userName: text('user_name').notNull(),
    /** Lower case. */
    email: text('email'),
    /** Eleven digits, without prefix. */
    mobile: text('mobile'),
    fullName: text('full_name'),
    companyName: text('company_name'),
    role: text('role').$type<'admin' | 'member'>().notNull(),
    locale: text('locale').$type<'en' | 'zh-CN'>().notNull(),
    timeZone: text('time_zone').notNull(),
    passwordHash: text('password_hash').notNull(),
    invitedBy: text('invited_by'),
    createdAt: epochMs('created_at').notNull(),
    lastLoginAt: epochMs('last_login_at'),
    closedAt: epochMs('closed_at'),
  },
  (table) => [
    uniqueIndex('accounts_user_name').on(sql`lower(${table.userName})`),
    uniqueIndex('accounts_email').on(table.email),
    uniqueIndex('accounts_mobile').on(table.mobile),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    secretHash: text('secret_hash').notNull(),
    remember: boolean('remember').notNull(),
    userAgent: text('user_agent'),
    address: text('address'),
    createdAt: epochMs('created_at').notNull(),
    lastUsedAt: epochMs('last_used_at').notNull(),
    expiresAt: epochMs('expires_at').notNull(),
  },
  (table) => [uniqueIndex('sessions_secret').on(table.secretHash), index('sessions_account').on(table.accountId)],
)

export const tokens = pgTable(
  'tokens',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    secretHash: text('secret_hash').notNull(),
    scopes: jsonb('scopes').$type<('read' | 'upload' | 'manage' | 'publish' | 'admin')[]>().notNull(),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at'),
    lastUsedAt: epochMs('last_used_at'),
  },
  (table) => [uniqueIndex('tokens_secret').on(table.secretHash), index('tokens_account').on(table.accountId)],
)

export const invitations = pgTable(
  'invitations',
  {
    /** Upper case. */
    icode: text('icode').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    uses: integer('uses').notNull(),
    used: integer('used').notNull(),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at'),
  },
  (table) => [index('invitations_account').on(table.accountId)],
)

/** Failed attempts by subject: an account (or the name typed, if there is none) and the client. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    subject: text('subject').primaryKey(),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    attempts: jsonb('attempts').$type<number[]>().notNull(),
    lockedUntil: epochMs('locked_until').notNull(),
    /** Consecutive locks, less than a day apart; each is longer. */
    locks: integer('locks').notNull().default(0),
  },
  (table) => [index('login_attempts_account').on(table.accountId)],
)

/** Devices on which an account has signed in, by the hash of their cookie: failures elsewhere do not lock them out. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    secretHash: text('secret_hash').notNull(),
    lastSeenAt: epochMs('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.secretHash] })],
)

/** One code per address; for a taken address, a code that was never sent. */
export const signupCodes = pgTable('signup_codes', {
  address: text('address').primaryKey(),
  codeHash: text('code_hash').notNull(),
  triesLeft: integer('tries_left').notNull(),
  sentAt: epochMs('sent_at').notNull(),
  expiresAt: epochMs('expires_at').notNull(),
})

/** One temporary password an account. */
export const tempPasswords = pgTable('temp_passwords', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  triesLeft: integer('tries_left').notNull(),
  expiresAt: epochMs('expires_at').notNull(),
})

/** When a message was last sent, so that it is not repeated at once. */
export const dispatches = pgTable('dispatches', {
  subject: text('subject').primaryKey(),
  sentAt: epochMs('sent_at').notNull(),
})

export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    /** Hash of account, operation and key. */
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    fingerprint: text('fingerprint').notNull(),
    /** Null while the first request is in progress. */
    status: integer('status'),
    /** Sealed with the key that the client holds: an answer may carry a secret. */
    sealedBody: text('sealed_body'),
    createdAt: epochMs('created_at').notNull(),
  },
  (table) => [index('idempotent_answers_created').on(table.createdAt)],
)
