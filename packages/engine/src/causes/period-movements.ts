import { firstRowAt } from '../series/first-row-at.ts'
import type { Frame } from '../series/frame.ts'
import type { CauseWindow } from './cause-window.ts'
import { MAX_SPREADS_OF_CONSTANT, type Movement } from './measure-movement.ts'

/** A series in an abnormal interval; the facts beside its part are left out, null or a side of 0 where only the part is known. */
type CausePeriodSeries = {
  seriesId: string
  share: number
  side?: 0 | 1 | -1
  peak?: number | null
  usual?: number | null
  spread?: number | null
  firstAt?: number | null
}

/** An abnormal interval that a model found. */
export type CausePeriod = { start: number; end: number; series: readonly CausePeriodSeries[] }

/**
 * How series moved against what a model expected at the time, by the periods that overlap an incident: a model knows the hours and days
 * that the time before an incident does not. The facts are those of the period in which a series has the largest part, the onset is
 * the first of all. Undefined for series that did not move significantly in any, and for those of which only the part is known.
 */
export function periodMovements(
  { times, series }: Frame,
  { atRow, toRow }: CauseWindow,
  periods: readonly CausePeriod[],
): (Movement | undefined)[] {
  const parts = new Map<string, { share: number; first: number; last: number; movement: Movement }>()
  for (const { start, end, series: members } of periods)
    for (const member of members) {
      const facts = movementOf(member)
      if (facts === undefined) continue
      const before = parts.get(member.seriesId)
      const isMain = before === undefined || member.share > before.share
      parts.set(member.seriesId, {
        share: Math.max(member.share, before?.share ?? 0),
        first: Math.min(member.firstAt ?? start, before?.first ?? Number.POSITIVE_INFINITY),
        last: Math.max(end, before?.last ?? Number.NEGATIVE_INFINITY),
        movement: isMain ? facts : before.movement,
      })
    }
  return series.map(({ id }): Movement | undefined => {
    const part = parts.get(id)
    if (part === undefined) return undefined
    const onsetRow = Math.max(atRow, firstRowAt(times, part.first))
    if (onsetRow >= toRow) return undefined
    const away = Math.min(toRow, firstRowAt(times, part.last + 1)) - onsetRow
    return { ...part.movement, onsetRow, persistence: Math.max(0, away / (toRow - onsetRow)) }
  })
}

function movementOf({ firstAt, side, peak, usual, spread }: CausePeriodSeries): Movement | undefined {
  if (firstAt === null || !side || typeof peak !== 'number' || typeof usual !== 'number') return undefined
  const deviation = spread != null && spread > 0 ? Math.abs(peak - usual) / spread : MAX_SPREADS_OF_CONSTANT
  if (Number.isNaN(deviation)) return undefined
  return { deviation, strength: deviation, side, onsetRow: -1, persistence: 0, peak, usual, spread: spread ?? 0 }
}
