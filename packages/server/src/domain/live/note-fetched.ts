import type { PointGrid } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import type { FetchWait } from './fetch-wait.ts'
import { maxCells } from './grid-rows.ts'
import type { OpenDetector } from './open-detector.ts'

/**
 * Looks up how far each series of a project that fetches has come; resolves with the rows that it read for that, which may be scored at once. `present` is
 * the row of now.
 */
export async function noteFetched(
  { points, clock }: Pick<Context, 'points' | 'clock'>,
  sourceId: string,
  wait: FetchWait,
  { numbers, options: { stepMs }, position }: OpenDetector,
  present: number,
): Promise<PointGrid | undefined> {
  const rows = Math.max(1, Math.floor(maxCells / numbers.length))
  const from = Math.floor(wait.noteFrom(position + stepMs, numbers.length, present) / stepMs) * stepMs
  const span = { from: Math.max(from, present - rows * stepMs), to: present + stepMs }
  if (span.from >= span.to) return undefined
  const grid = await points.readGrid(sourceId, numbers, span, stepMs)
  const now = clock.now()
  for (const [place, column] of grid.columns.entries()) {
    const row = column.findLastIndex((value) => !Number.isNaN(value))
    if (row >= 0) wait.note(place, grid.times[row]! + stepMs, now)
  }
  return grid
}
