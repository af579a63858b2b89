import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { alerts, deliveries } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'

/** Renewed while an attempt lasts; a server that did not for so long has died. */
const LEASE_MS = 60_000
/** Attempts at one time for one integration, and for mail, by all servers: one that hangs takes no more. */
const PER_LANE = 8

type ClaimContext = Pick<Context, 'db' | 'clock' | 'settings'>

/**
 * Takes up to `room` deliveries that are due, in turn between integrations, and notes the attempt before it is made. What is about one incident, alone
 * or in a digest, goes to an address in its order: the end waits for the beginning, and the next time that an instance of
 * it is down waits for the end of the last.
 */
export async function claimDeliveries({ db, clock }: ClaimContext, room: number): Promise<string[]> {
  const now = clock.now()
  const lane = sql`coalesce(d.integration_id, '')`
  // Each time of a part has an id that ends with its start; services know the part by its instance
  const subject = sql`regexp_replace(about.incident, ':[0-9]+$', '')`
  const isFree = sql`d.state = 'waiting' and coalesce(d.leased_until, 0) <= ${now}::bigint`
  const { rows } = (await db.execute(sql`
    with waiting as (
      select d.id, ${lane} as lane, d.target, d.next_at, coalesce(d.leased_until, 0) as leased_until, a.incident_ids,
        row_number() over (order by a.at, a.created_at, a.id) as place
      from ${deliveries} d join ${alerts} a on a.id = d.alert_id where d.state = 'waiting'
    ), behind as (
      select id from (
        select id, row_number() over (partition by lane, target, ${subject} order by place) as turn
        from waiting, jsonb_array_elements_text(incident_ids) as about(incident)
      ) told where turn > 1
    ), busy as (
      select lane, count(*) as running from waiting where leased_until > ${now}::bigint group by lane
    ), due as (
      select id, lane, next_at, row_number() over (partition by lane order by next_at, id) as place from waiting
      where next_at <= ${now}::bigint and leased_until <= ${now}::bigint and id not in (select id from behind)
    ), chosen as (
      select due.id from due left join busy using (lane)
      where due.place <= ${PER_LANE}::int - coalesce(busy.running, 0) order by due.place, due.next_at limit ${room}::int
    ), locked as (
      select d.id from ${deliveries} d where d.id in (select id from chosen) and ${isFree} for update skip locked
    )
    update ${deliveries} set leased_by = ${instanceId}, leased_until = ${now + LEASE_MS}::bigint,
      attempts = attempts + 1, attempted_at = ${now}::bigint
    from locked where ${deliveries}.id = locked.id returning ${deliveries}.id`)) as unknown as {
    rows: { id: string }[]
  }
  return rows.map(({ id }) => id)
}

/** Keeps what is under way from being taken by another server. */
export async function renewLeases({ db, clock }: ClaimContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const isOwn = and(inArray(deliveries.id, [...ids]), eq(deliveries.leasedBy, instanceId))
  await db
    .update(deliveries)
    .set({ leasedUntil: clock.now() + LEASE_MS })
    .where(isOwn)
}

/** What a server of before had under way is due again at once, where no other server can have it. */
export async function releaseAbandoned({ db, settings }: ClaimContext): Promise<void> {
  if (!worksAlone({ settings })) return
  const isAbandoned = and(
    eq(deliveries.state, 'waiting'),
    isNotNull(deliveries.leasedBy),
    ne(deliveries.leasedBy, instanceId),
  )
  await db.update(deliveries).set({ leasedBy: null, leasedUntil: null }).where(isAbandoned)
}

/** Gives back what this server had under way; whether it arrived is not known, so it is tried again. */
export async function releaseDelivery({ db }: ClaimContext, id: string): Promise<void> {
  const isOwn = and(eq(deliveries.id, id), eq(deliveries.leasedBy, instanceId))
  await db.update(deliveries).set({ leasedBy: null, leasedUntil: null }).where(isOwn)
}
