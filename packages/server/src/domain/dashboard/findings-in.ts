import { type SQL, sql } from 'drizzle-orm'
import { findings } from '../../schema/index.ts'

export interface Span {
  readonly from: number
  readonly to: number
}

export function textArray(texts: readonly string[]): SQL {
  return sql`${sql.param([...texts])}::text[]`
}

/**
 * Live findings of sources that touch a span, as rows of `source_id, first, past, is_open, severity, direction, series, incident_id`; one that
 * continues lasts until now. Two parts, each of which is read from an index alone.
 */
export function findingsIn(sourceIds: readonly string[], { from, to }: Span, now: number): SQL {
  const part = (past: SQL, isOpen: boolean, isWithin: SQL) => sql`
    select ${findings.sourceId} as source_id, ${findings.startTime} as first,
      greatest(${findings.startTime} + 1, ${past}) as past, ${sql.raw(String(isOpen))} as is_open,
      ${findings.severity} as severity, ${findings.direction} as direction,
      greatest(1, ${findings.seriesCount}) as series, ${findings.incidentId} as incident_id
    from ${findings}
    where ${findings.sourceId} = any(${textArray(sourceIds)}) and ${findings.key} is not null
      and ${findings.startTime} < ${to} and ${isWithin}`
  const over = part(sql`${findings.endTime}`, false, sql`${findings.endTime} > ${from}`)
  const open = part(sql`${now}::bigint`, true, sql`${findings.endTime} is null`)
  return sql`(${over} union all ${open})`
}
