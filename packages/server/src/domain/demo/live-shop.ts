import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Fault } from '../../../../../samples/shop/faults.ts'
import type { StopTimer } from '../../ports/clock.ts'
import type { MetricMetadata } from '../../ports/decoded-batch.ts'
import { demoFaults, projects, removedDemos, sources } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { decodeBatch, ingestPoints } from '../ingest/index.ts'
import { addProject } from '../projects/index.ts'

const PROJECT_NAME = 'shop-live'
/** What a sample stands for in the shop. Where samples are less far apart, its time runs as much faster. */
const SHOP_STEP_MS = 10_000
/** Faults are looked for, and samples are made, this often at least, and as soon as a sample is due. */
const LONGEST_TICK_MS = 1000
const SHORTEST_TICK_MS = 20
const HOUR_MS = 3_600_000
/** Simulated on the first start, and after a pause at most: as much of the shop as is learned, so that its jobs are known, also those of single nights. */
const HISTORY_STEPS = (15 * 24 * HOUR_MS) / SHOP_STEP_MS
/** Rows that are sent at a time: a day's. */
const MAX_ROWS = (24 * HOUR_MS) / SHOP_STEP_MS
/** Caches fill and drifts settle before the first sample that is kept. */
const WARM_UP_MS = 2 * HOUR_MS
const RETENTION_DAYS = 30
const SEED = 7070
/** Where its time runs faster, a shop opens at nine on a Wednesday: no job of the night comes soon. */
const OPENING_TIME = Date.UTC(2026, 0, 7, 9)

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
  const project = await ensureProject(ctx, owner)
  if (project === undefined) return async () => undefined
  const { sourceId, stepMs } = project
  const inShop = shopClock(project)
  const historyMs = HISTORY_STEPS * stepMs
  const faults: Fault[] = []
  let shop = await openShop(faults, { stepMs, inShop, from: await startTime(ctx, project) })
  let pending = ''
  let stopTimer: StopTimer = () => {}
  let isStopped = false

  const advance = async (): Promise<void> => {
    isStopped ||= !(await isThere(ctx, sourceId))
    if (isStopped) return
    const now = ctx.clock.now()
    await readFaults(ctx, faults, shop.nextTime(), inShop)
    if (now - shop.nextTime() > 2 * historyMs) shop = await openShop(faults, { stepMs, inShop, from: now - historyMs })
    while (pending !== '' || shop.nextTime() + stepMs <= now) {
      if (pending === '') pending = linesUntil(shop, now - stepMs)
      await send(ctx, project, shop, pending)
      pending = ''
    }
  }
  const tick = async (): Promise<void> => {
    let waitMs = LONGEST_TICK_MS
    try {
      await advance()
      waitMs = Math.max(SHORTEST_TICK_MS, Math.min(LONGEST_TICK_MS, shop.nextTime() + stepMs - ctx.clock.now()))
    } catch (error) {
      ctx.log.warn({ err: error }, 'the samples of the live demo wait for the next second')
    }
    if (!isStopped) stopTimer = ctx.clock.after(waitMs, run)
  }
  let underWay: Promise<void> = Promise.resolve()
  const run = (): void => {
    underWay = tick()
  }
  run()
  return async () => {
    isStopped = true
    stopTimer()
    await underWay
  }
}

function linesUntil(shop: RunningShop, last: number): string {
  let lines = ''
  for (let row = 0; row < MAX_ROWS && shop.nextTime() <= last; row++) lines += shop.nextLine()
  return lines
}

interface DemoProject {
  readonly sourceId: string
  readonly accountId: string
  readonly stepMs: number
  readonly createdAt: number
}

/** A time, epoch ms, in that of the shop. */
type ShopClock = (time: number) => number

/** The shop's time is ours, or runs faster from the moment when the project was added. */
function shopClock({ stepMs, createdAt }: DemoProject): ShopClock {
  if (stepMs === SHOP_STEP_MS) return (time) => time
  return (time) => OPENING_TIME + ((time - createdAt) * SHOP_STEP_MS) / stepMs
}

/** Undefined where the project was removed. */
async function ensureProject(ctx: Context, owner: Caller): Promise<DemoProject | undefined> {
  if ((await ctx.db.$count(removedDemos, eq(removedDemos.projectName, PROJECT_NAME))) > 0) return undefined
  const found = await findProject(ctx)
  if (found) return found
  const samplingInterval = ctx.settings.liveDemoSeconds / 60
  // Its visitors live by UTC, wherever its owner does
  const request = {
    projectName: PROJECT_NAME,
    kind: 'custom',
    dataType: 'Metric',
    samplingInterval,
    timeZone: 'UTC',
  } as const
  await addProject(ctx, owner, { ...request, retentionDays: RETENTION_DAYS, isDemo: true }, 'en')
  return findProject(ctx)
}

async function findProject({ db }: Context): Promise<DemoProject | undefined> {
  const [found] = await db
    .select({
      sourceId: projects.sourceId,
      accountId: sources.ownerId,
      stepMs: projects.samplingMs,
      createdAt: sources.createdAt,
    })
    .from(projects)
    .innerJoin(sources, eq(sources.id, projects.sourceId))
    .where(eq(projects.isDemo, true))
  return found
}

async function isThere({ db }: Context, sourceId: string): Promise<boolean> {
  return (await db.$count(projects, and(eq(projects.sourceId, sourceId), isNull(projects.removedAt)))) > 0
}

/** After the last sample, so that a restart leaves no gap. */
async function startTime({ db, clock }: Context, { sourceId, stepMs }: DemoProject): Promise<number> {
  const [source] = await db.select({ to: sources.toTime }).from(sources).where(eq(sources.id, sourceId))
  const earliest = Math.floor(clock.now() / stepMs - HISTORY_STEPS) * stepMs
  return Math.max(earliest, source?.to == null ? earliest : source.to + stepMs)
}

async function openShop(
  faults: readonly Fault[],
  { stepMs, from, inShop }: { stepMs: number; from: number; inShop: ShopClock },
): Promise<RunningShop> {
  const { createShop } = await import('../../../../../samples/shop/shop.ts')
  const { METRIC_UNITS: metricUnits } = await import('../../../../../samples/shop/roles.ts')
  const { csvHeader, csvLine } = await import('../../../../../samples/shop/csv.ts')
  const shop = createShop({ seed: SEED, from: inShop(from) - WARM_UP_MS, stepMs: SHOP_STEP_MS, faults })
  const row = new Float64Array(shop.names.length)
  for (let step = 0; step < WARM_UP_MS / SHOP_STEP_MS; step++) shop.next(row)
  let time = from
  return {
    heading: csvHeader(shop.names),
    metadata: Object.entries(metricUnits).map(([metric, unit]) => ({ metric, unit, type: 'gauge' })),
    nextTime: () => time,
    nextLine() {
      shop.next(row)
      const line = csvLine(time, row)
      time += stepMs
      return line
    },
  }
}

/** Those that have not ended before the next sample. */
async function readFaults({ db }: Context, faults: Fault[], nextTime: number, inShop: ShopClock): Promise<void> {
  const rows = await db.select().from(demoFaults).where(gt(demoFaults.toTime, nextTime))
  faults.length = 0
  for (const { kind, node, fromTime, toTime } of rows)
    faults.push({ kind, node: node - 1, from: inShop(fromTime), to: inShop(toTime) })
}

async function send(
  ctx: Context,
  project: DemoProject,
  { heading, metadata }: RunningShop,
  lines: string,
): Promise<void> {
  const body = new TextEncoder().encode(heading + lines)
  const batch = await decodeBatch(ctx, project, { protocol: 'csvPoints', body, encoding: 'identity' })
  await ingestPoints(ctx, project, { ...batch, metadata })
}
