import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { detections, modelShares, models } from '../adapters/database/schema/index.ts'
import type { Caller } from './context.ts'

/** The rows that are the caller's own. */
export function ownedBy(caller: Caller, owner: PgColumn): SQL {
  return eq(owner, caller.accountId)
}

/** Models that the caller may read and detect with: own ones, ones that are shared with them, and the demo's. */
export function readableModels(caller: Caller): SQL {
  const shared = sql`exists (select 1 from ${modelShares} where ${modelShares.modelId} = ${models.id} and ${modelShares.accountId} = ${caller.accountId})`
  return or(ownedBy(caller, models.ownerId), eq(models.isDemo, true), shared)!
}

/** Detections that the caller may look at: own ones and the demo's. */
export function readableDetections(caller: Caller): SQL {
  return or(ownedBy(caller, detections.ownerId), eq(detections.isDemo, true))!
}
