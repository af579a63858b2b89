import type { Incident } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, type ErrorDetail, notFound } from '../errors.ts'
import { findReadableDetection } from './detection-row.ts'
import { type DetectionOptions, getDetection } from './get.ts'
import { parsePeriodId } from './period-id.ts'

/**
 * The incident that a link names; another that is the only one of that time is the same, a little longer or shorter. INCIDENT_DISSOLVED
 * where there is none with this pvalue and cvalue, or more than one.
 */
export async function getIncident(
  ctx: Context,
  caller: Caller,
  { id, incidentId }: { id: string; incidentId: string },
  options: DetectionOptions,
): Promise<Incident> {
  const span = parsePeriodId(incidentId)
  if (!span) {
    await findReadableDetection(ctx, caller, id)
    throw notFound('incident')
  }
  const { incidents, stored } = await getDetection(ctx, caller, id, options)
  const same = incidents.find((incident) => incident.id === incidentId)
  if (same) return same
  const then = incidents.filter(({ start, end }) => start <= span.end && end >= span.start)
  if (then.length === 1) return then[0]!
  throw new DomainError('INCIDENT_DISSOLVED', { details: [...then.map(toDetail), ...asRun(stored)] })
}

function toDetail({ id, title }: Incident): ErrorDetail {
  return { field: 'incidentId', name: id, message: title }
}

function asRun(stored: { pvalue: number; cvalue: number } | undefined): ErrorDetail[] {
  if (!stored) return []
  const { pvalue, cvalue } = stored
  return [{ field: 'pvalue', message: `The detection was run with pvalue ${pvalue} and cvalue ${cvalue}.` }]
}
