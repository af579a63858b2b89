import type { Incident, Period } from '@omen/sdk'
import { createPaint, type Paint, type Rgb } from './paint.ts'
import type { Cell } from './table.ts'

const BLUE: Rgb = [0x21, 0x85, 0xd0]
const PALE_BLUE: Rgb = [0xc8, 0xe1, 0xf5]

/** A period, or what an incident says of its worst finding. */
type Rated = Pick<Period, 'val' | 'isMissingValue'> & { kind: Incident['kind'] }

/** Severity of a period from 0 to 10. An instance that went down altogether (val −π is a mark, not a measure) counts as 10. */
export function severityOf({ val, kind }: Omit<Rated, 'isMissingValue'>): number {
  return kind === 'down' || val === -Math.PI ? 10 : Math.min(10, Math.abs(val))
}

/** Of a collector or a single series that is silent, and of a value that stands still: every other severity is 1 at least. */
export function hasNoSeverity({ val, kind }: Omit<Rated, 'isMissingValue'>): boolean {
  return val === 0 && kind !== 'down'
}

/** The colour that the charts give a severity: yellow to red above normal, pale to full blue below, full blue for −π. */
export function severityColor(val: number): Rgb {
  if (val === -Math.PI) return BLUE
  const degree = (Math.min(10, Math.max(1, Math.abs(val))) - 1) / 9
  if (val >= 0) return [255, Math.round(205 * (1 - degree)), 0]
  const mix = (from: number, to: number) => Math.round(from + (to - from) * degree)
  return [mix(PALE_BLUE[0], BLUE[0]), mix(PALE_BLUE[1], BLUE[1]), mix(PALE_BLUE[2], BLUE[2])]
}

/** Severity as a block, a direction and a number: never by colour alone. Seven columns. */
export function severityMark(period: Rated, paint: Paint): string {
  const isUnrated = hasNoSeverity(period)
  const number = (isUnrated ? '–' : severityOf(period).toFixed(1)).padStart(4)
  if (period.isMissingValue || isUnrated) return `${paint.dim('▨')} ·${number}`
  if (period.kind === 'down') return `${paint.rgb(BLUE, '■')} ▼${number}`
  return `${paint.rgb(severityColor(period.val), '■')} ${period.val < 0 ? '▼' : '▲'}${number}`
}

/** The same as a cell of a table: its text has no colours, so that columns line up. */
export function severityCell(period: Rated, paint: Paint): Cell {
  return { text: severityMark(period, createPaint('none')), shown: severityMark(period, paint) }
}

/** Worst first; of equals the earlier. */
export function byWorst<T extends Pick<Period, 'val' | 'kind' | 'start'>>(periods: readonly T[]): T[] {
  return [...periods].sort((a, b) => severityOf(b) - severityOf(a) || a.start - b.start)
}
