import { type CSSProperties, type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { describeSeverity, type Speech } from '../cursor/describe-moment.ts'
import { momentFlags } from '../cursor/moment-flags.ts'
import { isInstanceDown } from '../highlight/highlight-color.ts'
import type { HighlightBar } from '../highlight/highlight-merge.ts'
import type { Highlight } from '../model/chart-types.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { formatMoment } from '../time/format-time.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { placeTooltip } from './place-tooltip.ts'
import { type TooltipRow, tooltipRows } from './tooltip-rows.ts'

interface TooltipProps {
  model: PlotModel
  x: number
  seriesName: string
  period: Highlight | null
  bar: HighlightBar | null
  notes: readonly string[]
  speech: Speech
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
