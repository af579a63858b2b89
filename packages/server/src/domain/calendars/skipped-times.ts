import { eq } from 'drizzle-orm'
import { alertSettings } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { openOrReport } from './occurrences.ts'

interface Span {
  readonly from: number
  readonly to: number
}

/** The times of the calendars of a project that its trainings leave out, for all series; of each calendar the latest some thousand. */
export async function readSkippedTimes(
  { db, log }: Pick<Context, 'db' | 'log'>,
  sourceId: string,
  { from, to }: Span,
): Promise<{ start: number; end: number }[]> {
  const [setting] = await db.select().from(alertSettings).where(eq(alertSettings.sourceId, sourceId))
  const skipped = setting?.calendars.filter(({ skipLearning }) => skipLearning) ?? []
  const report = (err: unknown): void =>
    log.error({ err, sourceId }, 'a calendar that trainings leave out cannot be followed')
  return skipped
    .flatMap((calendar) => openOrReport(calendar, report).within(from, to))
    .map(({ start, end }) => ({ start: Math.max(from, start), end: Math.min(to, end) }))
}
