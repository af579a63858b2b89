import { type CSSProperties, type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { describeSeverity, readSeverity, type Speech } from '../cursor/describe-moment.ts'
import { momentFlags } from '../cursor/moment-flags.ts'
import { type MomentReading, readMoment } from '../cursor/read-moment.ts'
import { isInstanceDown, severityColor } from '../highlight/highlight-color.ts'
import type { HighlightBar } from '../highlight/highlight-merge.ts'
import type { Highlight } from '../model/chart-types.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { formatMoment } from '../time/format-time.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { formatSpan } from '../value/format-value.ts'
import { placeTooltip } from './place-tooltip.ts'

interface TooltipProps {
  model: PlotModel
  x: number
  seriesName: string
  period: Highlight | null
  bar: HighlightBar | null
  notes: readonly string[]
  speech: Speech
}

interface TooltipRow {
  id: string
  label: string
  color: string
  value: string
  expected: string | null
  score: { text: string; color: string } | null
  isActive: boolean
}

function chartTop(box: HTMLElement): number {
  return box.offsetParent?.getBoundingClientRect().top ?? 0
}

function boxStyle(tokens: ChartTokens): CSSProperties {
  return {
    position: 'absolute',
    top: 0,
    left: 0,
    zIndex: 5,
    pointerEvents: 'none',
    maxWidth: 'min(340px, 92%)',
    padding: '8px 10px',
    borderRadius: 6,
    background: tokens.tooltip,
    boxShadow: tokens.tooltipShadow,
    color: tokens.text,
    font: `12px/18px ${tokens.fontFamily}`,
    fontVariantNumeric: 'tabular-nums',
  }
}

function Row({
  row,
  tokens,
  columns,
}: {
  row: TooltipRow
  tokens: ChartTokens
  columns: { expected: boolean; score: boolean }
}): ReactElement {
  const cell: CSSProperties = { padding: '0 0 0 12px', textAlign: 'right', whiteSpace: 'nowrap' }
  return (
    <tr style={{ fontWeight: row.isActive ? 600 : 400 }}>
      <td style={{ padding: 0, maxWidth: 150, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        <span
          style={{
            display: 'inline-block',
            width: 10,
            height: 3,
            borderRadius: 2,
            marginRight: 7,
            verticalAlign: 3,
            background: row.color,
          }}
        />
        {row.label}
      </td>
      <td style={cell}>{row.value}</td>
      {columns.expected && <td style={{ ...cell, color: tokens.textMuted, fontWeight: 400 }}>{row.expected}</td>}
      {columns.score && (
        <td style={cell}>
          {row.score && (
            <>
              <span
                style={{
                  display: 'inline-block',
                  width: 8,
                  height: 8,
                  borderRadius: 2,
                  marginRight: 4,
                  background: row.score.color,
                  boxShadow: `inset 0 0 0 1px ${tokens.textMuted}`,
                }}
              />
              {row.score.text}
            </>
          )}
        </td>
      )}
    </tr>
  )
}

function PeriodNote({
  period,
  bar,
  tokens,
  speech,
}: Pick<TooltipProps, 'period' | 'bar' | 'speech'> & { tokens: ChartTokens }): ReactElement | null {
  const shown = bar?.worst ?? period
  if (!shown) return null
  const severity = describeSeverity(shown, speech)
  const isNamed = shown.isMissingValue || isInstanceDown(shown.val)
  return (
    <div style={{ marginTop: 6, paddingTop: 6, borderTop: `1px solid ${tokens.grid}`, whiteSpace: 'normal' }}>
      {bar && bar.members.length > 1 && <strong>{speech.labels.periods(bar.members.length)}, </strong>}
      {shown.sentence && !isNamed ? shown.sentence : severity}
    </div>
  )
}

/** Values at the cursor, shown beside it and inside the chart. */
export function Tooltip({ model, x, seriesName, period, bar, notes, speech }: TooltipProps): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const ref = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState({ left: 0, top: 4 })
  const at = model.margin.left + model.xOf(x)
  useLayoutEffect(() => {
    const box = ref.current
    if (box) setPosition(placeTooltip(at, { width: box.offsetWidth, height: box.offsetHeight }, model, chartTop(box)))
  }, [at, model])
  const { rows, more } = tooltipRows(model, x, seriesName, speech)
  const flags = momentFlags(model, { x, seriesName })
  const columns = { expected: rows.some((row) => row.expected), score: rows.some((row) => row.score) }
  return (
    <div
      ref={ref}
      style={{ ...boxStyle(tokens), transform: `translate(${position.left}px, ${position.top}px)` }}
      aria-hidden="true"
      data-part="tooltip"
    >
      <div style={{ color: tokens.textMuted, whiteSpace: 'nowrap' }}>
        {[formatMoment(x, speech.locale, speech.timeZone), ...notes].join(' · ')}
      </div>
      <table style={{ borderCollapse: 'collapse', marginTop: 4 }}>
        <tbody>
          {columns.expected && (
            <tr style={{ color: tokens.textMuted, fontSize: 11 }}>
              <td colSpan={2} />
              <td style={{ textAlign: 'right' }}>{speech.labels.expectedShort}</td>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.id} row={row} tokens={tokens} columns={columns} />
          ))}
        </tbody>
      </table>
      {more > 0 && <div style={{ color: tokens.textMuted }}>{speech.labels.more(more)}</div>}
      {flags.map(({ id, title }) => (
        <div key={id} style={{ marginTop: 4, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          ⚑ {title}
        </div>
      ))}
      <PeriodNote period={period} bar={bar} tokens={tokens} speech={speech} />
    </div>
  )
}

const MAX_ROWS = 8

/** Rows of the tooltip: the active line first, then findings, then the others; and the number left out. */
function tooltipRows(
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

/** Grey lines share one row, which has the range of their values. */
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
