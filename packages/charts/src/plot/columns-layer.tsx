import type { ReactElement } from 'react'
import { severityColor } from '../highlight/highlight-color.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import type { PlotIds } from './plot-ids.ts'
import type { PlotModel } from './plot-model.ts'

const px = (value: number) => Math.round(value * 10) / 10

/** Anomaly degree as columns: neutral below the threshold, severity colours above; one path per colour. */
export function ColumnsLayer({ model, ids }: { model: PlotModel; ids: PlotIds }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const byColor = new Map<string, string>()
  for (const { buckets, stepMs } of model.lines) {
    const step = Math.max(1, model.xOf(model.domain.from + stepMs))
    const width = step > 4 ? step - 1 : step
    for (const { t, max } of buckets) {
      if (max === null || max === 0) continue
      const color = Math.abs(max) < 1 ? tokens.peer : severityColor(Math.sign(max) * Math.ceil(Math.abs(max)))
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
