import { and, eq, isNull } from 'drizzle-orm'
import { livePositions, projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { minValuesForModel } from '../projects/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import { readExclusions } from './project-exclusions.ts'
import type { TrainingData } from './training-data.ts'
import { rowsTrained } from './training-span.ts'

/** Two weeks tell what a week is like. */
export const MAX_TRAINED_MS = 14 * 86_400_000
/** A grid of the point store has no more steps. */
const MAX_ROWS = 1_000_000
/** Of a series with fewer values nothing is learned. */
const MIN_VALUES = 30

/** The newest rows of a project, up to the last that was scored, without those in which something was found. */
export async function openProjectData(ctx: Context, sourceId: string): Promise<TrainingData> {
  const { samplingMs, timeZone, span } = await readProjectSpan(ctx, sourceId)
  return {
    exclude: await readExclusions(ctx, sourceId, span),
    timeZone,
    async read() {
      const keys = await readSeriesKeys(ctx, sourceId)
      const numbers = keys.map((_, number) => number)
      const { times, columns } = await ctx.points.readGrid(sourceId, numbers, span, samplingMs)
      const values = columns.map(valuesIn)
      const learned = numbers.filter((number) => values[number]! >= MIN_VALUES)
      const need = minValuesForModel(samplingMs)
      const got = learned.reduce((max, number) => Math.max(max, values[number]!), 0)
      if (got < need)
        throw new DomainError('NOT_ENOUGH_DATA', { message: `Training needs ${need} rows with values and got ${got}.` })
      const frame = { times, columns: learned.map((n) => columns[n]!), series: learned.map((n) => keys[n]!) }
      return { frame, notes: [] }
    },
  }
}

/** The time that a training now would use. */
export async function readProjectSpan(
  ctx: Context,
  sourceId: string,
): Promise<{ samplingMs: number; timeZone: string; span: { from: number; to: number } }> {
  const [row] = await ctx.db
    .select({ project: projects, source: sources, position: livePositions.position })
    .from(projects)
    .innerJoin(sources, eq(sources.id, projects.sourceId))
    .leftJoin(livePositions, eq(livePositions.sourceId, projects.sourceId))
    .where(and(eq(projects.sourceId, sourceId), isNull(projects.removedAt)))
  if (!row) throw new DomainError('NOT_FOUND', { message: 'The project was removed meanwhile.' })
  const { samplingMs, timeZone, seriesCount } = row.project
  const rows = Math.min(rowsTrained(seriesCount), MAX_ROWS, Math.ceil(MAX_TRAINED_MS / samplingMs))
  const to = (row.position ?? row.source.toTime ?? 0) + samplingMs
  const first = Math.max(to - rows * samplingMs, Math.floor((row.source.fromTime ?? to) / samplingMs) * samplingMs)
  return { samplingMs, timeZone, span: { from: Math.min(first, to - samplingMs), to } }
}

function valuesIn(column: Float64Array): number {
  let count = 0
  for (let row = 0; row < column.length; row++) if (!Number.isNaN(column[row]!)) count++
  return count
}
