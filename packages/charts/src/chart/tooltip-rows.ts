import { readSeverity, type Speech } from '../cursor/describe-moment.ts'
import { type MomentReading, readMoment } from '../cursor/read-moment.ts'
import { severityColor } from '../highlight/highlight-color.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { formatSpan } from '../value/format-value.ts'

export interface TooltipRow {
  id: string
  label: string
  color: string
  value: string
  expected: string | null
  score: { text: string; color: string } | null
  isActive: boolean
}

const MAX_ROWS = 8

/** Rows of the tooltip: the active line first, then findings, then the others; and the number left out. */
export function tooltipRows(
  model: PlotModel,
  x: number,
  activeId: string,
  speech: Speech,
): { rows: TooltipRow[]; more: number } {
  const readings = model.lines
    .map(({ line, style }) => ({ reading: readMoment(line, x), style, line }))
    .filter((entry) => entry.reading !== null)
  const peers = readings.filter(({ style, line }) => style.opacity < 1 && line.id !== activeId)
  const shown = peers.length > 1 ? readings.filter((entry) => !peers.includes(entry)) : readings
  const rank = (id: string, score: number | null) => (id === activeId ? 100 : (score ?? 0) >= 1 ? score! : 0)
  const ordered = shown.toSorted((a, b) => rank(b.line.id, b.reading!.score) - rank(a.line.id, a.reading!.score))
  const rows = ordered
    .slice(0, MAX_ROWS)
    .map(({ reading, style, line }) => toRow(reading!, { color: style.color, isActive: line.id === activeId }, speech))
  if (peers.length > 1) rows.push(peersRow(peers, speech))
  return { rows, more: ordered.length - Math.min(ordered.length, MAX_ROWS) }
}

/** Grey lines are not told apart: they have one row with the range of their values. */
function peersRow(
  peers: readonly { reading: MomentReading | null; style: { color: string } }[],
  { unit, locale, labels }: Speech,
): TooltipRow {
  const values = peers.flatMap(({ reading }) => [reading?.min ?? null, reading?.max ?? null])
  const present = values.filter((value) => value !== null)
  const span = present.length === 0 ? labels.gap : formatSpan(Math.min(...present), Math.max(...present), unit, locale)
  const look = { color: peers[0]!.style.color, expected: null, score: null, isActive: false }
  return { id: 'peers', label: labels.peers(peers.length), value: span, ...look }
}

interface RowLook {
  color: string
  isActive: boolean
}

function toRow(reading: MomentReading, { color, isActive }: RowLook, speech: Speech): TooltipRow {
  const { unit, locale, labels } = speech
  const { expected, score, min, max } = reading
  const isScored = score !== null && Math.abs(score) >= 1
  const value = formatSpan(min, max, unit, locale)
  return {
    id: reading.line.id,
    label: reading.line.label,
    color,
    value: max === null ? labels.gap : value,
    expected: expected && formatSpan(expected.low, expected.high, unit, locale),
    score: isScored ? { text: readSeverity(score, locale), color: severityColor(score) } : null,
    isActive,
  }
}
