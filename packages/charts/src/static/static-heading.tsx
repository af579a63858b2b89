import type { ReactElement } from 'react'
import { describePeriod } from '../cursor/describe-moment.ts'
import type { ChartLabels } from '../labels/chart-labels.ts'
import { type LegendEntry, legendLayout } from '../plot/legend-layout.ts'
import { lineStyles } from '../plot/line-style.ts'
import { FONT_SIZE, type PlotModel } from '../plot/plot-model.ts'
import type { PlotProps } from '../plot/plot-props.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'

const TITLE_HEIGHT = 26
const ROW_HEIGHT = 18
const PAD = 10
const MAX_LEGEND_ROWS = 2
const MAX_DESCRIBED = 10

function headingLegend(props: PlotProps, tokens: ChartTokens, width: number) {
  if (props.lines.length < 2) return { entries: [], rows: 0, more: 0 }
  return legendLayout(
    props.lines,
    lineStyles(props.lines, tokens, props.focusLineId),
    width - 2 * PAD,
    FONT_SIZE,
    MAX_LEGEND_ROWS,
  )
}

/** Height that a static chart's title and legend take. */
export function headingHeight(props: PlotProps, tokens: ChartTokens, width: number): number {
  return TITLE_HEIGHT + headingLegend(props, tokens, width).rows * ROW_HEIGHT
}

function Entry({ entry, tokens }: { entry: LegendEntry; tokens: ChartTokens }): ReactElement {
  return (
    <g transform={`translate(${PAD + entry.x},${TITLE_HEIGHT + entry.row * ROW_HEIGHT})`}>
      <line x1={0} x2={12} y1={6} y2={6} stroke={entry.color} strokeWidth={2} strokeDasharray={entry.dash} />
      <text x={18} y={10} fontSize={FONT_SIZE} fill={tokens.textMuted}>
        {entry.label}
      </text>
    </g>
  )
}

/** Accessible description of an image: its most severe periods in order of time. */
export function describePicture(props: PlotProps, labels: ChartLabels): string {
  const speech = { labels, unit: props.unit ?? '', locale: props.locale ?? 'en', timeZone: props.timeZone ?? 'UTC' }
  const ordered = (props.highlights ?? []).toSorted((a, b) => a.start - b.start)
  const described = ordered.slice(0, MAX_DESCRIBED).map((h, i) => describePeriod(h, i + 1, ordered.length, speech))
  const more = ordered.length - described.length
  return [...described, ...(more > 0 ? [labels.more(more)] : [])].join('; ')
}

/** Title and legend of a static chart, above its plot. */
export function StaticHeading({ model }: { model: PlotModel }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  const { entries, more } = headingLegend(model.props, tokens, model.width)
  const last = entries.at(-1)
  return (
    <g transform={`translate(${-model.margin.left},${-model.margin.top})`} fontFamily={tokens.fontFamily}>
      <text x={PAD} y={18} fontSize={14} fontWeight={600} fill={tokens.text}>
        {model.props.title}
      </text>
      {entries.map((entry) => (
        <Entry key={`${entry.row} ${entry.x}`} entry={entry} tokens={tokens} />
      ))}
      {more > 0 && last && (
        <text
          x={model.width - PAD}
          y={TITLE_HEIGHT + last.row * ROW_HEIGHT + 10}
          textAnchor="end"
          fontSize={FONT_SIZE}
          fill={tokens.textMuted}
        >
          +{more}
        </text>
      )}
    </g>
  )
}
