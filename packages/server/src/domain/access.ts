import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { members, modelShares, models, published } from '../schema/index.ts'
import type { Caller, Role, Scope, Visitor } from './context.ts'

/** The caller; or an open link, with the source that it opens. */
export type Principal = Pick<Caller, 'via' | 'accountId'> | Visitor

/** Columns for a row's source, its owner, and whether everybody may read it. */
export interface SourceColumns {
  readonly sourceId: PgColumn
  readonly ownerId: PgColumn
  readonly isDemo: PgColumn
}

/**
 * Rows of a source that the principal may read: its owner, its members, and everybody for the demo. An
 * administrator manages accounts and cannot read other accounts' data. Each condition uses one index.
 */
export function readable(principal: Principal, { sourceId, ownerId, isDemo }: SourceColumns): SQL {
  switch (principal.via) {
    case 'session':
    case 'token': {
      const shared = sql`select ${members.sourceId} from ${members} where ${members.accountId} = ${principal.accountId}`
      return or(eq(ownerId, principal.accountId), sql`${isDemo}`, sql`${sourceId} = any(array(${shared}))`)!
    }
    case 'link':
      return eq(sourceId, principal.sourceId)
  }
}

/** Published detections that the principal may read. An expired one is its owner's alone; an open one is every account's. */
export function readablePublished(principal: Principal, now: number): SQL {
  const { sourceId, ownerId, isOpen, expiresAt } = published
  const isReadable = readable(principal, { sourceId, ownerId, isDemo: isOpen })
  const isLive = or(isNull(expiresAt), gt(expiresAt, now))
  if (principal.via === 'link') return and(isReadable, isOpen, isLive)!
  return and(isReadable, or(eq(ownerId, principal.accountId), isLive))!
}

/** The scopes of a credential, limited by its account's role: to a member `admin` is worth the `manage` that it includes. */
export function scopesWithin(role: Role, scopes: readonly Scope[]): Scope[] {
  if (role === 'admin') return [...scopes]
  return [...new Set(scopes.map((scope) => (scope === 'admin' ? 'manage' : scope)))]
}

/** Rows owned by the caller. */
export function ownedBy(caller: Caller, owner: PgColumn): SQL {
  return eq(owner, caller.accountId)
}

/** Models that the caller may read and use for detection: own, shared and demo models. */
export function readableModels(caller: Caller): SQL {
  const shared = sql`exists (select 1 from ${modelShares} where ${modelShares.modelId} = ${models.id} and ${modelShares.accountId} = ${caller.accountId})`
  return or(ownedBy(caller, models.ownerId), eq(models.isDemo, true), shared)!
}
