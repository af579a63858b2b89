import type { ReactElement } from 'react'
import { highlightColor, highlightPriority } from '../highlight/highlight-color.ts'
import type { Highlight } from '../model/chart-types.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import type { PlotIds } from './plot-ids.ts'
import type { PlotModel } from './plot-model.ts'

const px = (value: number) => Math.round(value * 10) / 10

/**
 * Anomaly degree as columns: in the colour of the worst finding that a column belongs to, else neutral, however high: of many
 * normal samples in a bucket the largest passes the threshold. One path per colour.
 */
export function ColumnsLayer({ model, ids }: { model: PlotModel; ids: PlotIds }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const byColor = new Map<string, string>()
  for (const { buckets, stepMs } of model.lines) {
    const step = Math.max(1, model.xOf(model.domain.from + stepMs))
    const width = step > 4 ? step - 1 : step
    const findings = worstFindings(buckets, stepMs, model.props.highlights ?? [])
    for (const [index, { t, max }] of buckets.entries()) {
      if (max === null || max === 0) continue
      const finding = findings[index]
      const color = finding ? highlightColor(finding) : tokens.peer
      const y = px(model.yOf(Math.min(10, Math.abs(max))))
      const x = px(model.xOf(t) - width / 2)
      byColor.set(
        color,
        `${byColor.get(color) ?? ''}M${x},${px(model.plotHeight)}V${y}h${px(width)}V${px(model.plotHeight)}Z`,
      )
    }
  }
  const threshold = model.yOf(1)
  return (
    <g data-layer="columns" clipPath={`url(#${ids.clip})`}>
      {[...byColor].map(([color, d]) => (
        <path key={color} d={d} fill={color} fillOpacity={color === tokens.peer ? 0.55 : 1} />
      ))}
      <line x1={0} x2={model.plotWidth} y1={threshold} y2={threshold} stroke={tokens.textMuted} strokeDasharray="1 3" />
    </g>
  )
}

/** For each column, which begins at its time, the worst finding with a sample in it. */
function worstFindings(
  columns: readonly { t: number }[],
  stepMs: number,
  highlights: readonly Highlight[],
): (Highlight | undefined)[] {
  const worst: (Highlight | undefined)[] = new Array(columns.length)
  for (const highlight of highlights) {
    if (highlight.isMissingValue === true) continue
    for (let index = firstEndingAfter(columns, stepMs, highlight.start); index < columns.length; index++) {
      if (columns[index]!.t > highlight.end) break
      const known = worst[index]
      if (known === undefined || highlightPriority(highlight) > highlightPriority(known)) worst[index] = highlight
    }
  }
  return worst
}

function firstEndingAfter(columns: readonly { t: number }[], stepMs: number, time: number): number {
  let low = 0
  let high = columns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (columns[middle]!.t + stepMs > time) high = middle
    else low = middle + 1
  }
  return low
}
