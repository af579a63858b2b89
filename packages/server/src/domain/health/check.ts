import type { components } from '@omen/sdk/api'
import type { Clock } from '../../ports/clock.ts'
import type { Context } from '../context.ts'
import { askFigures, askWritable, type Figures, type Writable } from './ask.ts'
import { type SyslogHealth, syslogHealth } from './syslog.ts'

export type HealthReason = components['schemas']['HealthReason']

export interface Health {
  readonly state: 'ok' | 'degraded'
  /** False if a store does not answer or rejects writes, so that requests cannot be served. */
  readonly isServing: boolean
  readonly reasons: HealthReason[]
  readonly stores: Figures['stores']
  readonly writable: Writable
  /** Age of the oldest waiting job; null if none waits. */
  readonly oldestWaitingMs: number | null
  /** On the disk of the data folder. */
  readonly freeBytes: number | null
  /** Files, weights and datasets known to be damaged, and reads of damaged pages of the database. */
  readonly damaged: number | null
  /** Null where syslog is not received. */
  readonly syslog: Pick<SyslogHealth, 'connections' | 'refused'> | null
}

type Ask = () => Promise<Health>
const asks = new WeakMap<Context, Ask>()

/** A refused connection counts for so long. */
const REFUSED_MS = 60_000

/** Pings the stores at most every two seconds and writes to them at most every thirty, however many clients check. */
export function checkHealth(ctx: Context): Promise<Health> {
  const ask = asks.get(ctx) ?? createAsk(ctx)
  asks.set(ctx, ask)
  return ask()
}

function createAsk(ctx: Context): Ask {
  const { clock } = ctx
  const figures = createLatest(() => askFigures(ctx), { clock, freshMs: 2000, usableMs: 10_000 })
  const writable = createLatest(() => askWritable(ctx), { clock, freshMs: 30_000, usableMs: 60_000 })
  return async () => {
    const [known, writes] = await Promise.all([figures(), writable()])
    return healthOf(ctx, known, writes)
  }
}

function healthOf(ctx: Context, { stores, oldestWaitingAt, freeBytes, damaged }: Figures, writable: Writable): Health {
  const reasons: HealthReason[] = []
  for (const store of ['database', 'points'] as const) if (!stores[store]) reasons.push(`${store}Down`)
  for (const store of ['database', 'points', 'files'] as const)
    if (!writable[store] && !reasons.includes(`${store}Down` as HealthReason)) reasons.push(`${store}NotWritable`)
  const isServing = reasons.length === 0
  if (freeBytes !== null && freeBytes < ctx.settings.minFreeBytes) reasons.push('lowSpace')
  if (damaged !== null && damaged > 0) reasons.push('dataDamaged')
  const syslog = syslogHealth(ctx)
  if (syslog?.refusedAt != null && ctx.clock.now() - syslog.refusedAt < REFUSED_MS) reasons.push('syslogFull')
  return {
    state: reasons.length === 0 ? 'ok' : 'degraded',
    isServing,
    reasons,
    stores,
    writable,
    oldestWaitingMs: oldestWaitingAt === null ? null : Math.max(0, ctx.clock.now() - oldestWaitingAt),
    freeBytes,
    damaged,
    syslog: syslog && { connections: syslog.connections, refused: syslog.refused },
  }
}

interface LatestOptions {
  readonly clock: Clock
  /** A cached answer younger than this is returned without a new query. */
  readonly freshMs: number
  /** For an answer older than this, the caller waits briefly for a newer one. */
  readonly usableMs: number
}

/** How long a caller waits for a newer answer if there is an old one. */
const MOMENT_MS = 40

/**
 * Caches the latest result of a query that may be slow: one query at a time, and only the first caller waits for it.
 * The query must not reject.
 */
function createLatest<T>(ask: () => Promise<T>, { clock, freshMs, usableMs }: LatestOptions): () => Promise<T> {
  let known: { at: number; answer: T } | undefined
  let asking: Promise<T> | undefined

  const renew = (): Promise<T> => {
    asking ??= ask()
      .then((answer) => {
        known = { at: clock.now(), answer }
        return answer
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return async () => {
    if (!known) return renew()
    const { answer } = known
    const age = clock.now() - known.at
    if (age < freshMs) return answer
    const newer = renew()
    return age < usableMs ? answer : Promise.race([newer, after(clock, MOMENT_MS, answer)])
  }
}

async function after<T>(clock: Clock, ms: number, value: T): Promise<T> {
  await clock.sleep(ms)
  return value
}
