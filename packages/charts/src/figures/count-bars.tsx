import type { ReactElement, Ref } from 'react'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import type { CountBarsModel } from './count-bars-model.ts'

export interface CountBarsProps {
  model: CountBarsModel
  tokens?: ChartTokens | undefined
  /** Accessible label; without one the drawing is decoration beside a labelled control. */
  label?: string | undefined
  svgRef?: Ref<SVGSVGElement> | undefined
}

/** Counts over a time, neutral; the marked part of each is stronger. What is selected is framed, its baseline dashed. */
export function CountBars({ model, tokens = LIGHT_TOKENS, label, svgRef }: CountBarsProps): ReactElement {
  const { width, height, base, bars, selected, baseline } = model
  const path = (heightOf: (bar: CountBarsModel['bars'][number]) => number): string =>
    bars
      .filter((bar) => heightOf(bar) > 0)
      .map((bar) => `M${px(bar.x)} ${base}h${px(bar.width)}v${px(-heightOf(bar))}h${px(-bar.width)}Z`)
      .join('')
  return (
    <svg
      ref={svgRef}
      width={width}
      height={height}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      style={{ display: 'block' }}
      fontFamily={tokens.fontFamily}
    >
      {selected !== null && (
        <rect x={selected.x} y={1} width={selected.width} height={base - 1} fill={tokens.range} fillOpacity={0.2} />
      )}
      {model.ticks.map(({ x, label: text, anchor }) => (
        <g key={text + x}>
          <line x1={x} x2={x} y1={0} y2={base} stroke={tokens.grid} />
          <text
            x={x}
            y={height - 6}
            fontSize={11}
            fill={tokens.textMuted}
            textAnchor={anchor === 'start' ? 'start' : 'middle'}
          >
            {text}
          </text>
        </g>
      ))}
      <path d={path(({ height: all }) => all)} fill={tokens.peer} data-part="counts" />
      <path d={path(({ markedHeight }) => markedHeight)} fill={tokens.textMuted} data-part="marked" />
      <line x1={0} x2={width} y1={base + 0.5} y2={base + 0.5} stroke={tokens.axis} />
      {model.flags.map(({ x, label: text }) => (
        <g key={`${x} ${text}`} stroke={tokens.text} fill={tokens.text}>
          <title>{text}</title>
          <line x1={x} x2={x} y1={0} y2={base} strokeDasharray="2 2" />
          <path d={`M${px(x)} 0h8l-2 3.5 2 3.5h-8Z`} stroke="none" />
        </g>
      ))}
      {baseline !== null && (
        <rect
          x={baseline.x + 0.75}
          y={1.5}
          width={Math.max(1, baseline.width - 1.5)}
          height={base - 2}
          fill="none"
          stroke={tokens.textMuted}
          strokeWidth={1.5}
          strokeDasharray="4 3"
          data-part="baseline"
        />
      )}
      {selected !== null && (
        <rect
          x={selected.x + 0.75}
          y={1.5}
          width={Math.max(1, selected.width - 1.5)}
          height={base - 2}
          fill="none"
          stroke={tokens.text}
          strokeWidth={1.5}
          data-part="selected"
        />
      )}
    </svg>
  )
}

const px = (value: number): number => Math.round(value * 10) / 10
