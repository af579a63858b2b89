import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Fault } from '../../../../../samples/shop/faults.ts'
import type { MetricMetadata } from '../../ports/decoded-batch.ts'
import { demoFaults, projects, removedDemos, sources } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { decodeBatch, ingestPoints } from '../ingest/index.ts'
import { addProject } from '../projects/index.ts'

const projectName = 'shop-live'
const stepMs = 10_000
const tickMs = 1000
const hourMs = 3_600_000
/** Simulated on the first start, and after a pause at most, so that there is something to learn from. */
const historyMs = 24 * hourMs
/** Caches fill and drifts settle before the first sample that is kept. */
const warmUpMs = 2 * hourMs
const retentionDays = 7
const seed = 7070

/** The sample shop, sample by sample; `faults` may change while it runs. */
interface RunningShop {
  readonly heading: string
  /** What a table does not say: types and units. */
  readonly metadata: readonly MetricMetadata[]
  /** Time of the sample that comes next. */
  nextTime(): number
  nextLine(): string
}

/**
 * Runs the sample shop in real time: its samples are sent to a demo project, which every account may read, on the road that
 * all samples take. It ends when the project is removed, for good. Returns a function that stops it.
 */
export async function runLiveShop(ctx: Context, owner: Caller): Promise<() => Promise<void>> {
  const sourceId = await ensureProject(ctx, owner)
  if (sourceId === undefined) return async () => undefined
  const faults: Fault[] = []
  let shop = await openShop(faults, await startTime(ctx, sourceId))
  let pending = ''
  let underWay: Promise<void> | undefined

  const advance = async (): Promise<void> => {
    if (!(await isThere(ctx, sourceId))) return clearInterval(timer)
    const now = ctx.clock.now()
    await readFaults(ctx, faults, shop.nextTime())
    if (now - shop.nextTime() > 2 * historyMs) shop = await openShop(faults, now - historyMs)
    while (shop.nextTime() + stepMs <= now) pending += shop.nextLine()
    if (pending === '') return
    await send(ctx, sourceId, shop, pending)
    pending = ''
  }
  const tick = (): void => {
    underWay ??= advance()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the samples of the live demo wait for the next second'))
      .finally(() => {
        underWay = undefined
      })
  }
  const timer = setInterval(tick, tickMs).unref()
  tick()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

/** Undefined where the project was removed. */
async function ensureProject(ctx: Context, owner: Caller): Promise<string | undefined> {
  if ((await ctx.db.$count(removedDemos, eq(removedDemos.projectName, projectName))) > 0) return undefined
  const [found] = await ctx.db.select({ id: projects.sourceId }).from(projects).where(eq(projects.isDemo, true))
  if (found) return found.id
  const request = { projectName, kind: 'custom', dataType: 'Metric', samplingInterval: stepMs / 60_000 } as const
  return addProject(ctx, owner, { ...request, retentionDays, isDemo: true }, 'en').then(({ sourceId }) => sourceId)
}

async function isThere({ db }: Context, sourceId: string): Promise<boolean> {
  return (await db.$count(projects, and(eq(projects.sourceId, sourceId), isNull(projects.removedAt)))) > 0
}

/** After the last sample, so that a restart leaves no gap. */
async function startTime({ db, clock }: Context, sourceId: string): Promise<number> {
  const [source] = await db.select({ to: sources.toTime }).from(sources).where(eq(sources.id, sourceId))
  const earliest = Math.floor((clock.now() - historyMs) / stepMs) * stepMs
  return Math.max(earliest, source?.to == null ? earliest : source.to + stepMs)
}

async function openShop(faults: readonly Fault[], from: number): Promise<RunningShop> {
  const { createShop } = await import('../../../../../samples/shop/shop.ts')
  const { metricUnits } = await import('../../../../../samples/shop/roles.ts')
  const { csvHeader, csvLine } = await import('../../../../../samples/shop/csv.ts')
  const shop = createShop({ seed, from: from - warmUpMs, stepMs, faults })
  const row = new Float64Array(shop.names.length)
  for (let step = 0; step < warmUpMs / stepMs; step++) shop.next(row)
  let time = from
  return {
    heading: csvHeader(shop.names),
    metadata: Object.entries(metricUnits).map(([metric, unit]) => ({ metric, unit, type: 'gauge' })),
    nextTime: () => time,
    nextLine() {
      time += stepMs
      return csvLine(shop.next(row).time, row)
    },
  }
}

/** Those that have not ended before a time. */
async function readFaults({ db }: Context, faults: Fault[], time: number): Promise<void> {
  const rows = await db.select().from(demoFaults).where(gt(demoFaults.toTime, time))
  faults.length = 0
  for (const { kind, node, fromTime, toTime } of rows) faults.push({ kind, node: node - 1, from: fromTime, to: toTime })
}

async function send(ctx: Context, sourceId: string, { heading, metadata }: RunningShop, lines: string): Promise<void> {
  const sender = { sourceId, keyId: '', mayRead: false }
  const body = new TextEncoder().encode(heading + lines)
  const batch = await decodeBatch(ctx, sender, { protocol: 'csvPoints', body, encoding: 'identity' })
  await ingestPoints(ctx, sender, { ...batch, metadata })
}
