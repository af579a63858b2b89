import { severityRank } from '@omen/charts/findings'
import type { Incident, Page } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { type DetectionOptions, getDetection } from './get.ts'
import type { FindingFilter } from './list-findings.ts'

/** Incidents of a detection as `getDetection` numbers them, without those that verdicts hide. */
export async function listDetectionIncidents(
  ctx: Context,
  caller: Caller,
  id: string,
  { from, to, minSeverity, page, pageSize, ...options }: PageRequest & FindingFilter & DetectionOptions,
): Promise<{ incidents: Incident[]; page: Page }> {
  const { incidents } = await getDetection(ctx, caller, id, options)
  const meant = incidents.filter(
    ({ start, end, val }) =>
      (from === undefined || end >= from) &&
      (to === undefined || start <= to) &&
      (minSeverity === undefined || (val !== null && severityRank(val) >= minSeverity)),
  )
  const request = { page, pageSize }
  const { limit, offset } = limitsOf(request)
  return { incidents: meant.slice(offset, offset + limit), page: pageOf(request, meant.length) }
}
