import type { DashboardIncidents, IncidentFamily, ListedIncident } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { listIncidents } from '../incidents/index.ts'
import { invalidField } from '../invalid-field.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { readPredictions } from '../predictions/index.ts'
import { findReadableProject, listReadableProjects } from '../projects/index.ts'
import { countRulePredictions, readRulePredictions } from '../rules/index.ts'
import { readCalendar } from './calendar.ts'
import { groupPredictions, toPredictedIncident } from './predicted.ts'

export interface IncidentsRequest extends PageRequest {
  readonly projectName?: string | undefined
  readonly state?: ListedIncident['state'] | undefined
  readonly tab: 'open' | 'predicted' | 'resolved' | 'starred' | 'all'
  readonly family?: readonly IncidentFamily[] | undefined
  readonly q?: string | undefined
  readonly repeatKey?: string | undefined
  readonly fold: boolean
  readonly order: 'worst' | 'newest'
  readonly withCalendar: boolean
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly timeZone: string
  readonly locale: Locale
}

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 7
/** With hours and days, and without. */
const MAX_DAYS = { with: 92, without: 1830 }
const MAX_PREDICTED = 50

/** Incidents of an interval, of one project or of all that the caller may read, and what was found by hour and day. */
export async function getDashboardIncidents(
  ctx: Context,
  caller: Caller,
  request: IncidentsRequest,
): Promise<Omit<DashboardIncidents, 'success'>> {
  const timeZone = requireTimeZone(request.timeZone)
  const to = request.to ?? ctx.clock.now()
  const from = request.from ?? to - DEFAULT_DAYS * DAY_MS
  if (from >= to) throw invalidField('from', 'must be before to', { rule: 'order' })
  const { projectName, tab, locale, withCalendar } = request
  const max = withCalendar ? MAX_DAYS.with : MAX_DAYS.without
  if (to - from > max * DAY_MS) throw invalidField('from', `must be at most ${max} days before to`)
  const rows =
    projectName === undefined
      ? await listReadableProjects(ctx, caller)
      : [await findReadableProject(ctx, caller, projectName)]
  const isPredicted = tab === 'predicted'
  const page = isPredicted ? { limit: 0, offset: 0 } : limitsOf(request)
  const filter = { ...request, tab: isPredicted ? 'all' : tab, span: { from, to }, ...page } as const
  const [{ incidents, total, counts }, calendar, ahead, ruled] = await Promise.all([
    listIncidents(ctx, caller, rows, filter, locale),
    withCalendar ? readCalendar(ctx, { from, to, timeZone, projects: rows }) : { hours: [], days: [] },
    readPredictions(ctx, rows),
    countRulePredictions(ctx, rows),
  ])
  const predicted = groupPredictions(ahead)
  return {
    from,
    to,
    timeZone,
    incidents,
    page: pageOf(request, isPredicted ? 0 : total),
    ...calendar,
    counts: { ...counts, predicted: predicted.length + ruled },
    ...(isPredicted && {
      predictions: await readRulePredictions(ctx, rows, locale),
      predicted: predicted.slice(0, MAX_PREDICTED).map(toPredictedIncident),
    }),
  }
}
