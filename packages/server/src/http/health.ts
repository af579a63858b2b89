import { sql } from 'drizzle-orm'
import type { Context } from '../domain/context.ts'

export interface Health {
  state: 'ok' | 'degraded'
  stores: { database: boolean; points: boolean }
}

interface Probe {
  at: number
  result: Promise<Health['stores']>
}

const freshMs = 2000
const usableMs = 10_000
const patienceMs = 5000
const probes = new WeakMap<Context, Probe>()

/** Asks the stores at most every two seconds, so that a load balancer's questions never queue behind a large insert. */
export async function checkHealth(ctx: Context): Promise<Health> {
  const known = probes.get(ctx)
  const now = ctx.clock.now()
  if (!known || now - known.at >= usableMs) {
    const first = { at: now, result: askStores(ctx) }
    probes.set(ctx, first)
    return healthOf(await first.result)
  }
  if (now - known.at >= freshMs) renew(ctx, known, now)
  return healthOf(await known.result)
}

/** The next asker gets the new result; this one has the last. */
function renew(ctx: Context, known: Probe, now: number): void {
  known.at = now
  const asked = askStores(ctx)
  void asked.then(() => probes.set(ctx, { at: ctx.clock.now(), result: asked }))
}

async function askStores(ctx: Context): Promise<Health['stores']> {
  const [database, points] = await Promise.all([answers(ctx.db.execute(sql`select 1`)), answers(ctx.points.ping())])
  return { database, points }
}

async function answers(question: PromiseLike<unknown>): Promise<boolean> {
  const patience = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => patience.resolve(false), patienceMs)
  const answered = Promise.resolve(question).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, patience.promise]).finally(() => clearTimeout(timer))
}

function healthOf(stores: Health['stores']): Health {
  return { state: stores.database && stores.points ? 'ok' : 'degraded', stores }
}
