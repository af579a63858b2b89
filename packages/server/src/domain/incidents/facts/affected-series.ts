import { plainUnit } from '@omen/engine'
import { and, eq, inArray } from 'drizzle-orm'
import { series } from '../../../schema/index.ts'
import type { IncidentSeries } from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import { type FindingRow, toGap, toPeriod } from '../../findings/index.ts'

/** Series of one incident that are named. */
const MAX_SERIES = 500

/** A series that an incident is about, with its number in the point store. */
export interface AffectedSeries extends IncidentSeries {
  readonly number: number
  readonly isRate: boolean
}

interface Part {
  weight: number
  firstAt: number | null
  side: -1 | 0 | 1
  peak: number | null
  usual: number | null
  peakAt: number | null
  worst: number
}

/** The series of findings, with the largest part first; `total` counts those beyond what is listed, too. */
export async function readAffected(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  rows: readonly FindingRow[],
): Promise<{ series: AffectedSeries[]; total: number }> {
  const parts = partsOf(rows)
  const listed = [...parts].sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1)).slice(0, MAX_SERIES)
  if (listed.length === 0) return { series: [], total: 0 }
  const ids = listed.map(([id]) => id)
  const { number, seriesId, metric, instance, unit, isRate } = series
  const known = await db
    .select({ number, seriesId, metric, instance, unit, isRate })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), inArray(seriesId, ids)))
  const rowOf = new Map(known.map((row) => [row.seriesId, row]))
  const total = listed.reduce((sum, [, { weight }]) => sum + weight, 0)
  const found = listed.flatMap(([id, { weight, worst: _, ...part }]): AffectedSeries[] => {
    const row = rowOf.get(id)
    if (row === undefined) return []
    const shown = plainUnit(row.unit ?? '')
    return [{ ...row, ...part, unit: shown === '' ? null : shown, share: total > 0 ? weight / total : 0 }]
  })
  return { series: found, total: parts.size }
}

function partsOf(rows: readonly FindingRow[]): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const row of rows) {
    if (row.type === 'gap') addGap(parts, row)
    if (row.type === 'period') addPeriod(parts, row)
  }
  return parts
}

function addPeriod(parts: Map<string, Part>, row: FindingRow): void {
  const severity = Math.max(0.1, row.severity ?? 0)
  for (const one of toPeriod(row).series) {
    if (one.firstAt === null) continue
    const part = partOf(parts, one.seriesId)
    part.weight += one.share * severity
    noteFirst(part, one.firstAt ?? row.startTime)
    if (severity <= part.worst) continue
    const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null)
    Object.assign(part, { worst: severity, side: one.side, peak: finite(one.peak), usual: finite(one.usual) })
    part.peakAt = one.peakAt ?? null
  }
}

function addGap(parts: Map<string, Part>, row: FindingRow): void {
  const { seriesIds } = toGap(row)
  for (const id of seriesIds) {
    const part = partOf(parts, id)
    part.weight += Math.PI / seriesIds.length
    noteFirst(part, row.startTime)
  }
}

function partOf(parts: Map<string, Part>, id: string): Part {
  const known = parts.get(id)
  if (known !== undefined) return known
  const made: Part = { weight: 0, firstAt: null, side: 0, peak: null, usual: null, peakAt: null, worst: 0 }
  parts.set(id, made)
  return made
}

function noteFirst(part: Part, at: number): void {
  part.firstAt = Math.min(part.firstAt ?? at, at)
}
