import { GRID_MS } from '../stream/point-grid.ts'
import type { FormerFault } from './relapse.ts'

/** Points for which a fault lingers in the evidence of the streaming engine: those of its longest mean. */
const LINGERS = 144
/** Nearer to what was expected than this part of the fault's mean distance, a row is back. */
const BACK = 0.5
/** Rows farther off than this, in spreads, are not back from any fault: half the expected range. */
const MAX_SPREADS = 3

/**
 * Whether a row is as expected though a fault goes on in the evidence of the streaming engine, whose means hold a spike of a few rows for hours: it lies
 * in the expected range, and nearer than half as far as the fault of the alarm at `armedAt`, or one that has just ended, did.
 */
export function hasComeBack(
  faults: readonly FormerFault[],
  { row, offset, spread, armedAt }: { row: number; offset: number; spread: number; armedAt: number },
  stepMs: number,
): boolean {
  const recent = lingering(faults, { row, armedAt }, stepMs)
  const max = Math.max(0, ...recent.map(({ offsets, rows }) => Math.abs(offsets / rows)))
  return max > 0 && Math.abs(offset) <= Math.min(BACK * max, MAX_SPREADS * spread)
}

/** The fault of the alarm at `armedAt`, and those that the streaming engine still holds in its means. */
export function lingering(
  faults: readonly FormerFault[],
  { row, armedAt }: { row: number; armedAt: number },
  stepMs: number,
): readonly FormerFault[] {
  const lingers = LINGERS * Math.max(1, GRID_MS / stepMs)
  return faults.filter((fault) => fault.armedAt === armedAt || row - fault.armedAt - fault.rows <= lingers)
}
