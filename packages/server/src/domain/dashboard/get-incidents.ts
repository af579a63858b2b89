import type { DashboardIncidents } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { findReadableProject, listReadableProjects } from '../projects/index.ts'
import { readCalendar } from './calendar.ts'
import { type IncidentState, readIncidents } from './incidents.ts'

export interface IncidentsRequest extends PageRequest {
  readonly projectName?: string | undefined
  readonly state?: IncidentState | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly timeZone: string
  readonly locale: Locale
}

const dayMs = 86_400_000
const defaultDays = 7
const mostDays = 92

/** Incidents of an interval, of one project or of all that the caller may read, and what was found by hour and day. */
export async function getDashboardIncidents(
  ctx: Context,
  caller: Caller,
  request: IncidentsRequest,
): Promise<Omit<DashboardIncidents, 'success'>> {
  const timeZone = requireTimeZone(request.timeZone)
  const to = request.to ?? ctx.clock.now()
  const from = request.from ?? to - defaultDays * dayMs
  if (from >= to) throw invalidField('from', 'must be before to', { rule: 'order' })
  if (to - from > mostDays * dayMs) throw invalidField('from', `must be at most ${mostDays} days before to`)
  const { projectName, state, locale } = request
  const rows =
    projectName === undefined
      ? await listReadableProjects(ctx, caller)
      : [await findReadableProject(ctx, caller, projectName)]
  const filter = { state, span: { from, to }, ...limitsOf(request) }
  const [{ incidents, total }, calendar] = await Promise.all([
    readIncidents(ctx, rows, filter, locale),
    readCalendar(ctx, { from, to, timeZone, projects: rows }),
  ])
  return { from, to, timeZone, incidents, page: pageOf(request, total), ...calendar }
}
