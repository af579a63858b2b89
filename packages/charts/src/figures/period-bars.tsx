import type { ReactElement } from 'react'
import { FlagMarks } from '../flags/flag-marks.tsx'
import { placeFlags } from '../flags/place-flags.ts'
import { LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { textWidth } from '../value/text-width.ts'
import type { PeriodBarsProps } from './period-bars-props.ts'

const LABEL_HEIGHT = 22
const TOP = 18
const FONT = 11
const GAP = 2
const MAX_BAR_PX = 20
/** Room for flags above all else. */
const FLAG_HEIGHT = 14
/** In some fonts texts are wider than the estimate. */
const WIDE_FONT = 1.15

/** Where the bars of a period stand, for what is laid over them. */
export function periodBarsPlot({
  ticks,
  width,
  hasText = true,
}: Pick<PeriodBarsProps, 'ticks' | 'width' | 'hasText'>): { left: number; width: number } {
  const left = hasText ? 8 + WIDE_FONT * Math.max(0, ...ticks.map(({ text }) => textWidth(text, FONT))) : 0
  return { left, width: Math.max(0, width - left) }
}

/** Two bars a day or an hour, neutral: the period before is an outline, missing data is hatched; changes stand over them as flags. */
export function PeriodBars(props: PeriodBarsProps): ReactElement {
  const {
    bars,
    ticks,
    width,
    height,
    flags = [],
    label,
    selected,
    hasText = true,
    idPrefix = 'period',
    tokens = LIGHT_TOKENS,
  } = props
  const plot = periodBarsPlot(props)
  const max = Math.max(ticks.at(-1)?.at ?? 0, Number.MIN_VALUE)
  const base = height - (hasText ? LABEL_HEIGHT : 1)
  const head = flags.length > 0 ? FLAG_HEIGHT : 0
  const top = head + (hasText ? TOP : 2)
  const slot = plot.width / Math.max(1, bars.length)
  const bar = Math.max(1, Math.min(MAX_BAR_PX, (slot - GAP * 3) / 2))
  const heightOf = (value: number): number => (value > 0 ? Math.max(1, (Math.min(value, max) / max) * (base - top)) : 0)
  const every = Math.ceil((Math.max(0, ...bars.map((one) => textWidth(one.label, FONT))) + 6) / Math.max(1, slot))
  const hatch = `${idPrefix}-hatch`
  const text = { fontSize: FONT, fontFamily: tokens.fontFamily, fill: tokens.textMuted }
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      style={{ display: 'block' }}
    >
      <defs>
        <pattern id={hatch} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={5} height={5} fill={tokens.track} />
          <path d="M0 0V5" stroke={tokens.hatch} strokeWidth={1.6} />
        </pattern>
      </defs>
      {ticks.map(({ at, text: name }) => (
        <g key={at}>
          <line
            x1={plot.left}
            x2={width}
            y1={base - heightOf(at) + 0.5}
            y2={base - heightOf(at) + 0.5}
            stroke={tokens.grid}
          />
          {hasText && (
            <text x={plot.left - 6} y={base - heightOf(at) + 4} textAnchor="end" {...text}>
              {name}
            </text>
          )}
        </g>
      ))}
      {bars.map((one, index) => {
        const middle = plot.left + (index + 0.5) * slot
        const [now, before, missing] = [heightOf(one.now), heightOf(one.before ?? 0), heightOf(one.missing)]
        const free = [bars[index - 1], bars[index + 1]].filter((beside) => beside?.text === '').length
        const fits = hasText && one.text !== '' && WIDE_FONT * textWidth(one.text, FONT) <= slot * (1 + free / 2) - 4
        return (
          <g key={one.id}>
            {selected === index && (
              <rect x={plot.left + index * slot} y={0} width={slot} height={base} fill={tokens.text} opacity={0.06} />
            )}
            {before > 0 && (
              <rect
                x={middle - bar - GAP / 2 + 0.5}
                y={base - before + 0.5}
                width={Math.max(0.5, bar - 1)}
                height={before}
                fill="none"
                stroke={tokens.peer}
                data-bar="before"
              />
            )}
            {now > 0 && (
              <rect
                x={middle + GAP / 2}
                y={base - now}
                width={bar}
                height={now}
                fill={tokens.textMuted}
                data-bar="now"
              />
            )}
            {missing > 0 && (
              <rect
                x={middle + GAP / 2}
                y={base - now - missing}
                width={bar}
                height={missing}
                fill={`url(#${hatch})`}
                data-bar="missing"
              />
            )}
            {fits && (
              <text
                x={Math.min(width - textWidth(one.text, FONT) / 2 - 1, middle + GAP / 2 + bar / 2)}
                y={Math.max(head + FONT, base - now - missing - 4)}
                textAnchor="middle"
                {...text}
                fill={tokens.text}
              >
                {one.text}
              </text>
            )}
            {hasText && index % every === 0 && (
              <text x={middle} y={height - 5} textAnchor="middle" {...text}>
                {one.label}
              </text>
            )}
          </g>
        )
      })}
      <line x1={plot.left} x2={width} y1={base + 0.5} y2={base + 0.5} stroke={tokens.axis} />
      <FlagMarks
        placed={placeFlags(
          flags.map(({ id, place }) => ({ id, at: place })),
          { from: 0, to: bars.length },
          (place) => plot.left + place * slot,
        )}
        top={2}
        bottom={base}
        tokens={tokens}
      />
    </svg>
  )
}
