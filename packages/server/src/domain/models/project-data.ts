import { and, desc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { findings, livePositions, projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { leastValuesForModel } from '../projects/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import type { TrainingData } from './training-data.ts'
import { rowsTrained } from './training-span.ts'

/** Two weeks tell what a week is like. */
export const mostTrainedMs = 14 * 86_400_000
/** A grid of the point store has no more steps. */
const mostRows = 1_000_000
/** No more of the time than this is left out: a project in which something is always found would learn nothing. */
const mostLeftOut = 1 / 3
/** Of a series with fewer values nothing is learned. */
const leastValues = 30

/** The newest rows of a project, up to the last that was scored, without those in which something was found. */
export async function openProjectData(ctx: Context, sourceId: string): Promise<TrainingData> {
  const [row] = await ctx.db
    .select({ project: projects, source: sources, position: livePositions.position })
    .from(projects)
    .innerJoin(sources, eq(sources.id, projects.sourceId))
    .leftJoin(livePositions, eq(livePositions.sourceId, projects.sourceId))
    .where(and(eq(projects.sourceId, sourceId), isNull(projects.removedAt)))
  if (!row) throw new DomainError('NOT_FOUND', { message: 'The project was removed meanwhile.' })
  const { samplingMs } = row.project
  const keys = await readSeriesKeys(ctx, sourceId)
  const rows = Math.min(rowsTrained(keys.length), mostRows, Math.ceil(mostTrainedMs / samplingMs))
  const to = (row.position ?? row.source.toTime ?? 0) + samplingMs
  const first = Math.max(to - rows * samplingMs, Math.floor((row.source.fromTime ?? to) / samplingMs) * samplingMs)
  const span = { from: Math.min(first, to - samplingMs), to }
  return {
    exclude: await readFound(ctx, sourceId, span),
    async read() {
      const numbers = keys.map((_, number) => number)
      const { times, columns } = await ctx.points.readGrid(sourceId, numbers, span, samplingMs)
      const values = columns.map(valuesIn)
      const learned = numbers.filter((number) => values[number]! >= leastValues)
      const need = leastValuesForModel(samplingMs)
      const got = learned.reduce((most, number) => Math.max(most, values[number]!), 0)
      if (got < need)
        throw new DomainError('NOT_ENOUGH_DATA', { message: `Training needs ${need} rows with values and got ${got}.` })
      const frame = { times, columns: learned.map((n) => columns[n]!), series: learned.map((n) => keys[n]!) }
      return { frame, notes: [] }
    },
  }
}

/** Periods that were found on live data, the most severe first; a level that has become the new normal is to be learned. */
async function readFound(ctx: Context, sourceId: string, span: { from: number; to: number }) {
  const isWithin = and(lte(findings.startTime, span.to), or(isNull(findings.endTime), gte(findings.endTime, span.from)))
  const isNewNormal = sql`coalesce((${findings.detail} ->> 'isNewNormal')::boolean, false)`
  const found = await ctx.db
    .select({ start: findings.startTime, end: findings.endTime })
    .from(findings)
    .where(
      and(
        eq(findings.sourceId, sourceId),
        isNotNull(findings.key),
        eq(findings.type, 'period'),
        isWithin,
        sql`not ${isNewNormal}`,
      ),
    )
    .orderBy(desc(findings.severity), findings.id)
  let left = (span.to - span.from) * mostLeftOut
  return found.flatMap(({ start, end }) => {
    const one = { start: Math.max(start, span.from), end: Math.min(end ?? span.to, span.to) }
    left -= one.end - one.start
    return left >= 0 ? [one] : []
  })
}

function valuesIn(column: Float64Array): number {
  let count = 0
  for (let row = 0; row < column.length; row++) if (!Number.isNaN(column[row]!)) count++
  return count
}
