import { type SQL, sql } from 'drizzle-orm'
import { incidentStars, incidents, postMortems } from '../../schema/index.ts'
import type { IncidentCounts, IncidentFamily, ListedIncident } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { describeUndescribed } from '../incident-rows/index.ts'
import { containing } from '../page-of.ts'
import type { ProjectRow } from '../projects/index.ts'
import { readListed } from './listed.ts'

type Tab = 'open' | 'resolved' | 'starred' | 'all'

export interface IncidentFilter {
  /** Those that lie in it, at least in part. */
  readonly span: { readonly from: number; readonly to: number }
  readonly tab: Tab
  readonly state?: ListedIncident['state'] | undefined
  readonly family?: readonly IncidentFamily[] | undefined
  readonly q?: string | undefined
  readonly repeatKey?: string | undefined
  /** One for all that repeat each other, the newest. */
  readonly fold: boolean
  readonly order: 'worst' | 'newest'
  readonly limit: number
  readonly offset: number
}

interface IncidentList {
  readonly incidents: ListedIncident[]
  readonly total: number
  readonly counts: Omit<IncidentCounts, 'predicted'>
}

const MAX_WORDS = 10
const MAX_DESCRIBED = 25

/** Incidents of projects with how many there are of each state, by what is kept with them. */
export async function listIncidents(
  ctx: Context,
  caller: Caller,
  rows: readonly ProjectRow[],
  filter: IncidentFilter,
  locale: Locale,
): Promise<IncidentList> {
  const sourceIds = rows.map(({ source }) => source.id)
  if (sourceIds.length === 0) return { incidents: [], total: 0, counts: NONE }
  // The others are described in the background
  await describeUndescribed(ctx, sourceIds, MAX_DESCRIBED)
  const isMeant = conditionOf(caller, sourceIds, filter)
  const isStarred = starredBy(caller)
  const [counts, { rows: page, total }] = await Promise.all([
    count(ctx, isMeant, isStarred),
    readPage(ctx, filter, isMeant, isStarred),
  ])
  const listed = await readListed(
    ctx,
    caller,
    page.map(({ id }) => id),
    { rows, locale },
  )
  const repeats = new Map(page.map((one) => [one.id, one]))
  return {
    incidents: listed.map((one) => {
      const { repeats: repeated, firstOnset } = repeats.get(one.id)!
      return { ...one, repeats: { ...one.repeats, count: repeated, firstOnset } }
    }),
    total,
    counts,
  }
}

const NONE = { open: 0, acknowledged: 0, resolved: 0, starred: 0 }

function conditionOf(
  caller: Caller,
  sourceIds: readonly string[],
  { span, family, q, repeatKey }: IncidentFilter,
): SQL {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const parts = [
    sql`i.source_id = any(${sql.param([...sourceIds])}::text[])`,
    sql`i.merged_into is null and i.lead is not null and (i.finding_count > 0 or ${hasDecisionOrNotes(caller)}) and i.onset < ${span.to} and (i.end_time is null or i.end_time >= ${span.from})`,
    ...(family === undefined ? [] : [sql`i.family = any(${sql.param([...family])}::text[])`]),
    ...(repeatKey === undefined ? [] : [sql`i.repeat_key = ${repeatKey}`]),
    ...words.map((word) => sql`(i.search like ${containing(word)} or lower(i.note) like ${containing(word)})`),
  ]
  return sql.join(parts, sql` and `)
}

/** A withdrawn incident is listed where somebody decided on it or wrote about it. */
function hasDecisionOrNotes(caller: Caller): SQL {
  return sql`(i.decision is not null or i.note is not null or ${starredBy(caller)}
    or exists (select 1 from ${postMortems} p where p.incident_id = i.id))`
}

function starredBy({ accountId }: Caller): SQL {
  return sql`exists (select 1 from ${incidentStars} s where s.incident_id = i.id and s.account_id = ${accountId})`
}

async function count({ db }: Context, isMeant: SQL, isStarred: SQL): Promise<IncidentList['counts']> {
  const { rows } = (await db.execute(sql`
    select count(*) filter (where i.state <> 'resolved')::int as open,
      count(*) filter (where i.state = 'acknowledged')::int as acknowledged,
      count(*) filter (where i.state = 'resolved')::int as resolved,
      count(*) filter (where ${isStarred})::int as starred
    from ${incidents} i where ${isMeant}`)) as unknown as { rows: IncidentList['counts'][] }
  return rows[0]!
}

interface PageRow {
  readonly id: string
  readonly repeats: number
  readonly firstOnset: number
}

const tabs: Record<Exclude<Tab, 'starred'>, SQL> = {
  open: sql`i.state <> 'resolved'`,
  resolved: sql`i.state = 'resolved'`,
  all: sql`true`,
}

async function readPage(
  { db }: Context,
  { tab, state, fold, order, limit, offset }: IncidentFilter,
  isMeant: SQL,
  isStarred: SQL,
): Promise<{ rows: PageRow[]; total: number }> {
  const isOfTab = tab === 'starred' ? isStarred : tabs[tab]
  const isOfState = state === undefined ? sql`` : sql` and i.state = ${state}`
  const chosen = sql`from ${incidents} i where ${isMeant} and ${isOfTab}${isOfState}`
  const columns = sql`i.id, i.onset, i.severity`
  const group = sql`i.source_id, coalesce(i.repeat_key, i.id)`
  const entries = fold
    ? sql`select distinct on (${group}) ${columns}, count(*) over repeated as repeats, min(i.onset) over repeated as first
        ${chosen} window repeated as (partition by ${group}) order by ${group}, i.onset desc, i.id`
    : sql`select ${columns}, 1 as repeats, i.onset as first ${chosen}`
  const sorting = order === 'worst' ? sql`severity desc nulls last, onset, id` : sql`onset desc, id`
  const { rows } = (await db.execute(sql`
    with entries as materialized (${entries}),
      page as (select * from entries order by ${sorting} limit ${limit} offset ${offset})
    select total.total, page.id, page.repeats::int as repeats, page.first::float8 as "firstOnset"
    from (select count(*)::int as total from entries) as total left join page on true
    order by ${sorting}`)) as unknown as { rows: (PageRow & { total: number })[] }
  // Beyond the last page one row has the total alone
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]!.total }
}
