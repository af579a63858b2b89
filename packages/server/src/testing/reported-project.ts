import { eq } from 'drizzle-orm'
import { SERIES_END } from '../ports/point-store.ts'
import { findings, incidents, projects, series, sources } from '../schema/index.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestClient } from './test-client.ts'

const MINUTE = 60_000

export interface ReportedFinding {
  readonly start: number
  /** Time of its last row; undefined while it continues. */
  readonly end?: number | undefined
  /** Null for missing data. */
  readonly severity: number | null
  /** `metric[instance]` of the series that moved, the leading one first. */
  readonly series: readonly string[]
  readonly incident: string
}

export interface ReportedPoint {
  readonly series: string
  readonly time: number
  readonly value: number
}

interface ReportedProject {
  readonly projectName: string
  readonly stepMinutes: number
  readonly series: readonly { readonly id: string; readonly unit?: string; readonly isRate?: boolean }[]
  readonly points: readonly ReportedPoint[]
  readonly findings: readonly ReportedFinding[]
}

/** A live project with exactly these points and findings; its source. */
export async function addReportedProject(
  { ctx, clock }: TestServer,
  owner: TestClient,
  given: ReportedProject,
): Promise<string> {
  const { db, points } = ctx
  const { projectName, stepMinutes } = given
  await owner.post('add-custom-project', { projectName, samplingInterval: stepMinutes, retrainDays: 0 })
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  const sourceId = source!.id
  const numberOf = new Map(given.series.map(({ id }, number) => [id, number]))
  const times = given.points.map(({ time }) => time)
  const from = times.length === 0 ? null : Math.min(...times)
  const state = { seriesCount: given.series.length, firstDataAt: from, lastDataAt: clock.now(), trust: 'high' as const }
  await db.update(projects).set(state).where(eq(projects.sourceId, sourceId))
  await db
    .update(sources)
    .set({ fromTime: from, toTime: times.length === 0 ? null : Math.max(...times) })
    .where(eq(sources.id, sourceId))
  if (given.series.length > 0)
    await db.insert(series).values(
      given.series.map(({ id, unit = null, isRate = false }, number) => {
        const [, metric = '', instance = ''] = /^(.*)\[(.*)\]$/.exec(id) ?? []
        return { sourceId, number, seriesId: id, metric, instance, unit, isRate, firstSeen: from }
      }),
    )
  if (given.points.length > 0)
    await points.append(sourceId, {
      series: Uint32Array.from(given.points, (one) => numberOf.get(one.series)!),
      times: Float64Array.from(times),
      values: Float64Array.from(given.points, ({ value }) => (Number.isNaN(value) ? SERIES_END : value)),
    })
  for (const [index, one] of given.findings.entries()) await addFinding(sourceId, index, one)
  return sourceId

  async function addFinding(id: string, index: number, one: ReportedFinding): Promise<void> {
    const { start, end = null, severity, incident } = one
    const isOpen = given.findings.some((other) => other.incident === incident && other.end === undefined)
    await db
      .insert(incidents)
      .values({
        id: incident,
        sourceId: id,
        state: isOpen ? 'open' : 'resolved',
        onset: start,
        createdAt: start,
      })
      .onConflictDoNothing()
    const [lead = ''] = one.series
    const [, metric = '', instance = ''] = /^(.*)\[(.*)\]$/.exec(lead) ?? []
    const subject = { metric, instance, durationMs: MINUTE }
    const sentence = {
      ...subject,
      kind: 'anomaly',
      side: 1,
      peak: 98,
      isExtreme: true,
      usual: 31,
      unit: '%',
      isFirst: true,
    }
    await db.insert(findings).values({
      sourceId: id,
      incidentId: incident,
      key: `k${index}`,
      number: 0,
      rows: 1,
      ...(severity === null
        ? {
            type: 'gap' as const,
            kind: 'silent' as const,
            detail: {
              seriesIds: one.series,
              sentence: { ...subject, kind: 'silent', series: 1 },
              lastRowAt: start,
            } as never,
          }
        : {
            type: 'period' as const,
            kind: 'anomaly' as const,
            detail: {
              series: one.series.map((seriesId) => ({ seriesId, firstAt: start })),
              sentence,
              lastRowAt: start,
            } as never,
          }),
      leadSeries: numberOf.get(lead) ?? null,
      startTime: start,
      endTime: end,
      severity,
      direction: severity === null ? null : 1,
    })
  }
}
