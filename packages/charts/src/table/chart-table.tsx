import { type CSSProperties, type ReactElement, useMemo, useState } from 'react'
import { type ChartLabels, englishLabels } from '../labels/chart-labels.ts'
import { formatMoment } from '../time/format-time.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { formatSpan } from '../value/format-value.ts'
import { type ChartData, findingText, type TableRow, tableRows } from './table-rows.ts'

export interface ChartTableProps extends ChartData {
  title: string
  pageSize?: number | undefined
  tokens?: ChartTokens | undefined
  labels?: ChartLabels | undefined
  locale?: string | undefined
  timeZone?: string | undefined
}

type Look = Required<Pick<ChartTableProps, 'tokens' | 'labels' | 'locale' | 'timeZone' | 'unit'>>

function Rows({
  rows,
  columns,
  look,
}: {
  rows: readonly TableRow[]
  columns: readonly { id: string; hasExpected: boolean }[]
  look: { [K in keyof Look]: NonNullable<Look[K]> }
}): ReactElement {
  const { tokens, labels, locale, timeZone, unit } = look
  const cellStyle: CSSProperties = {
    padding: '0 12px',
    height: 32,
    borderTop: `1px solid ${tokens.grid}`,
    textAlign: 'right',
    whiteSpace: 'nowrap',
  }
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.t}>
          <th scope="row" style={{ ...cellStyle, textAlign: 'left', fontWeight: 400 }}>
            {formatMoment(row.t, locale, timeZone)}
          </th>
          {columns.map(({ id, hasExpected }, i) => {
            const cell = row.cells[i]
            return [
              <td key={id} style={cellStyle}>
                {cell && cell.max !== null ? formatSpan(cell.min, cell.max, unit, locale) : labels.gap}
              </td>,
              hasExpected && (
                <td key={`${id} expected`} style={{ ...cellStyle, color: tokens.textMuted }}>
                  {cell && cell.low !== null ? formatSpan(cell.low, cell.high, unit, locale) : ''}
                </td>
              ),
            ]
          })}
          <td style={{ ...cellStyle, textAlign: 'left' }}>{findingText(row.period, labels, locale)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** A chart as a table, for screen readers and exact figures: the same samples, in pages. */
export function ChartTable(props: ChartTableProps): ReactElement {
  const {
    title,
    lines,
    highlights,
    domain,
    unit = '',
    pageSize = 50,
    tokens = LIGHT_TOKENS,
    labels = englishLabels,
    locale = 'en',
    timeZone = 'UTC',
  } = props
  const rows = useMemo(() => tableRows({ lines, highlights, domain }), [lines, highlights, domain])
  const [wanted, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(rows.length / pageSize))
  const page = Math.min(wanted, pages - 1)
  const head: CSSProperties = {
    padding: '0 12px',
    height: 32,
    textAlign: 'right',
    fontWeight: 600,
    whiteSpace: 'nowrap',
  }
  const button: CSSProperties = {
    height: 32,
    padding: '0 12px',
    borderRadius: 6,
    border: `1px solid ${tokens.axis}`,
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
  }
  const columns = lines.map((line) => ({ id: line.id, hasExpected: line.expected !== undefined }))
  return (
    <div style={{ color: tokens.text, font: `13px/18px ${tokens.fontFamily}`, fontVariantNumeric: 'tabular-nums' }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} style={{ overflowX: 'auto' }}>
        <table style={{ borderCollapse: 'collapse', minWidth: '100%' }}>
          <caption style={{ textAlign: 'left', padding: '4px 12px', color: tokens.textMuted }}>{title}</caption>
          <thead>
            <tr>
              <th scope="col" style={{ ...head, textAlign: 'left' }}>
                {labels.time}
              </th>
              {lines.map((line) => [
                <th scope="col" key={line.id} style={head}>
                  {line.label}
                </th>,
                line.expected && (
                  <th
                    scope="col"
                    key={`${line.id} expected`}
                    style={{ ...head, fontWeight: 400, color: tokens.textMuted }}
                  >
                    {labels.expectedShort}
                  </th>
                ),
              ])}
              <th scope="col" style={{ ...head, textAlign: 'left' }}>
                {labels.finding}
              </th>
            </tr>
          </thead>
          <Rows
            rows={rows.slice(page * pageSize, (page + 1) * pageSize)}
            columns={columns}
            look={{ tokens, labels, locale, timeZone, unit }}
          />
        </table>
      </section>
      {rows.length === 0 && <p style={{ padding: '0 12px', color: tokens.textMuted }}>{labels.noData}</p>}
      {pages > 1 && (
        <nav aria-label={title} style={{ display: 'flex', gap: 12, alignItems: 'center', padding: '8px 12px' }}>
          <button type="button" style={button} disabled={page === 0} onClick={() => setPage(page - 1)}>
            {labels.previous}
          </button>
          <span aria-live="polite">{labels.page(page + 1, pages)}</span>
          <button type="button" style={button} disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            {labels.next}
          </button>
        </nav>
      )}
    </div>
  )
}
