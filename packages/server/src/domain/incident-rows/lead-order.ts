import { type SQL, sql } from 'drizzle-orm'
import { findings } from '../../schema/index.ts'

const isSilent = sql`${findings.kind} = 'silent' and ${findings.detail} ? 'instance'`

/** Whether a finding is an instance that is down or silent as a whole. */
export const IS_OUTAGE: SQL = sql`(${findings.kind} = 'down' or (${isSilent}))`

/**
 * The order of findings that puts the one that speaks for an incident first: an outage that lasts, another one, of these a down instance before a silent
 * one, then the worst period or log finding, then the broadest gap.
 */
export const LEAD_ORDER: readonly SQL[] = [
  sql`(${IS_OUTAGE} and ${findings.endTime} is null) desc`,
  sql`case when ${findings.kind} = 'down' then 0 when ${isSilent} then 1 when ${findings.type} = 'period' then 2 when ${findings.type} = 'log' then 3 else 4 end`,
  sql`coalesce((${findings.detail} -> 'sentence' ->> 'isError')::boolean, false) desc`,
  sql`${findings.severity} desc nulls last`,
  sql`${findings.seriesCount} desc`,
  sql`${findings.startTime}`,
]
