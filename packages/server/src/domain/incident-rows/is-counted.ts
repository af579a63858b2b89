import { and, gt, isNull, or, type SQL } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'

/**
 * True of incidents that stand for themselves: neither merged into another one nor withdrawn. One that an earlier version made is not
 * described yet.
 */
export const isCounted: SQL = and(
  isNull(incidents.mergedInto),
  or(gt(incidents.findingCount, 0), isNull(incidents.lead)),
)!
