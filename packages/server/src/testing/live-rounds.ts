import type { GapFinding, Period } from '@omen/engine'
import { and, eq, isNull } from 'drizzle-orm'
import { instanceId } from '../domain/instance.ts'
import { keepRound, type Round } from '../domain/live/keep-round.ts'
import type { ReportedFinding } from '../ports/live-scorer.ts'
import { findings, incidents, livePositions, sources } from '../schema/index.ts'
import type { TestServer } from './start-test-server.ts'

export const SECOND = 1000
/** The time of row 0. */
export const BEGAN = Date.UTC(2026, 9, 19)

const CPU = {
  share: 1,
  side: 1,
  probability: 1e-9,
  peak: 98,
  usual: 20,
  spread: 1,
  peakAt: BEGAN,
  firstAt: BEGAN,
} as const

/** A period on cpu of an instance, as live detection reports it. */
export function livePeriod(
  key: string,
  instance: string,
  [fromRow, toRow]: readonly [number, number],
  state: 'open' | 'over',
): ReportedFinding {
  const [start, end] = [BEGAN + fromRow * SECOND, BEGAN + (toRow - 1) * SECOND]
  const period: Period = {
    start,
    end,
    fromRow,
    toRow,
    rows: toRow - fromRow,
    val: 9,
    probability: 1e-9,
    isMissingValue: false,
    series: [{ ...CPU, seriesId: `cpu[${instance}]` }],
    kind: 'anomaly',
    sentence: {
      kind: 'anomaly',
      metric: 'cpu',
      instance,
      service: '',
      durationMs: end - start,
      side: 1,
      isExtreme: true,
      peak: 98,
      usual: 20,
      unit: '%',
      metrics: 1,
      instances: 1,
      isFirst: true,
    },
  }
  return { type: 'period', key, state, period }
}

/** An instance that is silent from a row on, for five rows so far or to its last row. */
export function silentInstance(
  instance: string,
  row: number,
  lastRow?: number,
  state: 'open' | 'over' = lastRow === undefined ? 'open' : 'over',
): ReportedFinding {
  const start = BEGAN + row * SECOND
  const toRow = (lastRow ?? row + 4) + 1
  const gap: GapFinding = {
    kind: 'silent',
    start,
    end: BEGAN + (toRow - 1) * SECOND,
    rows: toRow - row,
    fromRow: row,
    toRow,
    isMissingValue: true,
    instance,
    seriesIds: [`cpu[${instance}]`],
    sentence: { kind: 'silent', instance, series: 1, durationMs: (toRow - row) * SECOND },
  }
  return { type: 'gap', key: `silent|${instance}|${start}`, state, gap, reportedAt: start + 4 * SECOND }
}

/** A project, with an account of the same name, whose rounds of scoring a test makes. */
export async function openLiveProject(server: TestServer, projectName: string) {
  const owner = await server.signUp(projectName)
  await owner.post('add-custom-project', { projectName, samplingInterval: 1 / 60 })
  const { ctx } = server
  const [source] = await ctx.db.select().from(sources).where(eq(sources.name, projectName))
  const sourceId = source!.id
  const lease = { holder: instanceId, heartbeatAt: Date.now() }
  const set = { target: livePositions.sourceId, set: lease }
  await ctx.db
    .insert(livePositions)
    .values({ sourceId, ...lease })
    .onConflictDoUpdate(set)
  return {
    owner,
    sourceId,
    keep: (row: number, { changed = [], removed = [], since }: Partial<Round>) =>
      keepRound(
        ctx,
        { sourceId, stepMs: SECOND, cvalue: 5, lookBackMs: 60 * SECOND },
        { position: BEGAN + row * SECOND, trust: 'high', changed, removed, since },
      ),
    /** Those that stand for themselves. */
    incidents: () =>
      ctx.db
        .select()
        .from(incidents)
        .where(and(eq(incidents.sourceId, sourceId), isNull(incidents.mergedInto)))
        .orderBy(incidents.onset),
    finding: async (key: string) => (await ctx.db.select().from(findings).where(eq(findings.key, key)))[0],
  }
}
