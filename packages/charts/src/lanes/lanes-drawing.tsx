import type { ReactElement, Ref } from 'react'
import { FlagMarks } from '../flags/flag-marks.tsx'
import { mixColors } from '../highlight/color-mix.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { cutApart, textWidth } from '../value/text-width.ts'
import {
  cellsIn,
  LABEL_FONT_SIZE,
  LABEL_GAP,
  LANE_FONT_SIZE,
  type LaneBox,
  type LaneNumber,
  type LanesModel,
  TICK_GAP,
  TRACK_HEIGHT,
} from './lanes-model.ts'

interface DrawingProps {
  model: LanesModel
  tokens: ChartTokens
  overallLabel: string
  /** Written where the time to come begins. */
  nowLabel?: string | undefined
  idPrefix: string
  /** Accessible label and further description; without them the drawing is decoration beside a labelled control. */
  ariaLabel?: string | undefined
  isStatic?: boolean | undefined
  svgRef?: Ref<SVGSVGElement> | undefined
}

/** The row over all lanes is as high as its highest bar, and at least as this share of the lanes. */
const MIN_FULL_SHARE = 0.25

interface BoxProps {
  box: LaneBox
  y: number
  provisionalX: number
  tokens: ChartTokens
  hatch: string
}

function Box({ box, y, provisionalX, tokens, hatch }: BoxProps): ReactElement {
  const top = y - TRACK_HEIGHT / 2
  const edge = box.isSelected ? tokens.text : mixColors(box.color, tokens.markEdge, 0.45)
  return (
    <g data-finding={box.finding.number ?? undefined}>
      {box.finding.val === null ? (
        <rect x={box.x} y={top} width={box.width} height={TRACK_HEIGHT} fill={`url(#${hatch})`} />
      ) : (
        <Cells box={box} top={top} provisionalX={provisionalX} />
      )}
      <rect
        x={box.x}
        y={top}
        width={box.width}
        height={TRACK_HEIGHT}
        fill="none"
        stroke={box.finding.val === null ? tokens.hatch : edge}
        strokeWidth={box.isSelected ? 1.5 : 0.75}
      />
    </g>
  )
}

/** Those that may still change at half strength. */
function Cells({ box, top, provisionalX }: { box: LaneBox; top: number; provisionalX: number }): ReactElement {
  const path = (cells: readonly { x: number; width: number }[]): string =>
    cells.map(({ x, width }) => `M${x} ${top}h${width}v${TRACK_HEIGHT}h${-width}Z`).join('')
  const cells = cellsIn(box)
  const provisional = cells.filter(({ x }) => x >= provisionalX)
  return (
    <>
      <path d={path(cells.filter(({ x }) => x < provisionalX))} fill={box.color} />
      {provisional.length > 0 && <path d={path(provisional)} fill={box.color} fillOpacity={0.5} />}
    </>
  )
}

function NumberMark({ at, y, tokens }: { at: LaneNumber; y: number; tokens: ChartTokens }): ReactElement {
  return (
    <g transform={`translate(${at.x},${y})`}>
      <circle
        r={8}
        fill={at.isSelected ? tokens.text : tokens.background}
        stroke={at.isSelected ? tokens.text : tokens.axis}
      />
      <text
        textAnchor="middle"
        y={3.5}
        fontSize={10}
        fontWeight={600}
        fill={at.isSelected ? tokens.background : tokens.text}
      >
        {at.number}
      </text>
    </g>
  )
}

function Ground({ model, tokens }: { model: LanesModel; tokens: ChartTokens }): ReactElement {
  const { rows, plotWidth, overall, overallBase, overallHeight } = model
  const bars = overallHeight > 0 ? overall.filter(({ share }) => share > 0) : []
  const full = Math.max(MIN_FULL_SHARE, ...bars.map(({ share }) => share))
  return (
    <>
      {model.ticks.map((tick) => (
        <line key={tick.t} x1={tick.x} x2={tick.x} y1={4} y2={model.bottom} stroke={tokens.grid} />
      ))}
      {overallHeight > 0 && <line x1={0} x2={plotWidth} y1={overallBase} y2={overallBase} stroke={tokens.axis} />}
      <g data-layer="overall" fill={tokens.peer}>
        {bars.map(({ x, share }) => {
          const height = Math.max(2, (share / full) * (overallHeight - 2))
          return <rect key={x} x={x} y={overallBase - height} width={4.25} height={height} />
        })}
      </g>
      <g fill={tokens.track}>
        {rows.map(({ lane, y }) => (
          <rect key={lane.id} x={0} y={y - TRACK_HEIGHT / 2} width={plotWidth} height={TRACK_HEIGHT} />
        ))}
      </g>
    </>
  )
}

/** The time to come, over all rows. */
function Forecast({
  model,
  tokens,
  nowLabel,
}: Pick<DrawingProps, 'model' | 'tokens' | 'nowLabel'>): ReactElement | null {
  if (model.forecast === null) return null
  const { x, width } = model.forecast
  return (
    <g data-layer="forecast">
      <rect x={x} y={0} width={width} height={model.bottom} fill={tokens.background} />
      <rect
        x={x}
        y={0}
        width={width}
        height={model.bottom}
        fill={tokens.prediction}
        fillOpacity={tokens.predictionOpacity}
      />
      {x > 0 && <line x1={x} x2={x} y1={0} y2={model.bottom} stroke={tokens.textMuted} strokeWidth={1.5} />}
      {nowLabel !== undefined && textWidth(nowLabel, LANE_FONT_SIZE) + 2 * TICK_GAP < width && (
        <text x={x + TICK_GAP} y={12} fill={tokens.text}>
          {nowLabel}
        </text>
      )}
    </g>
  )
}

function Gaps({ model, tokens, hatch }: { model: LanesModel; tokens: ChartTokens; hatch: string }): ReactElement {
  return (
    <g data-layer="gaps">
      {model.gaps.map(({ x, width, gap, isSelected }) => (
        <g key={gap.id} data-gap={gap.number ?? undefined}>
          <rect x={x} y={4} width={width} height={model.bottom - 4} fill={`url(#${hatch})`} />
          {gap.number !== null && (
            <NumberMark at={{ x: x + width / 2, number: gap.number, id: gap.id, isSelected }} y={9} tokens={tokens} />
          )}
        </g>
      ))}
    </g>
  )
}

function Frame({ model, tokens }: { model: LanesModel; tokens: ChartTokens }): ReactElement | null {
  if (model.frame === null) return null
  const box = { x: model.frame.x, y: 1, width: model.frame.width, height: model.bottom }
  return (
    <g data-layer="frame">
      <rect {...box} rx={2} fill={tokens.range} fillOpacity={0.18} stroke={tokens.text} strokeWidth={1.5} />
    </g>
  )
}

function Labels({
  model,
  tokens,
  overallLabel,
}: Pick<DrawingProps, 'model' | 'tokens' | 'overallLabel'>): ReactElement {
  const names = model.rows.map(({ lane }) => lane.label)
  const labels = cutApart(names, model.left - LABEL_GAP, LABEL_FONT_SIZE)
  return (
    <>
      <text y={model.overallBase - 4} fill={tokens.textMuted} fontSize={LABEL_FONT_SIZE}>
        {overallLabel}
      </text>
      {model.rows.map(({ lane, y, isSelected }, index) => (
        <text key={lane.id} y={y + 4} fontSize={LABEL_FONT_SIZE} fill={tokens.text} fontWeight={isSelected ? 600 : 400}>
          <title>{lane.label}</title>
          {labels[index]}
        </text>
      ))}
    </>
  )
}

/** Rows of findings in time under a quiet row over all of them; the same drawing on the page and in a picture. */
export function LanesDrawing(props: DrawingProps): ReactElement {
  const { model, tokens, overallLabel, idPrefix } = props
  const hatch = `${idPrefix}-hatch`
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={model.width}
      height={model.height}
      role={props.ariaLabel === undefined ? 'presentation' : 'img'}
      aria-label={props.ariaLabel}
      ref={props.svgRef}
      fontFamily={tokens.fontFamily}
      fontSize={LANE_FONT_SIZE}
      style={{ display: 'block' }}
    >
      {props.isStatic === true && <rect width={model.width} height={model.height} fill={tokens.background} />}
      <defs>
        <pattern id={hatch} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={5} height={5} fill={tokens.background} fillOpacity={0.6} />
          <rect width={1.6} height={5} fill={tokens.hatch} />
        </pattern>
      </defs>
      <g transform={`translate(${model.left},0)`}>
        <Ground model={model} tokens={tokens} />
        <Forecast model={model} tokens={tokens} nowLabel={props.nowLabel} />
        {model.frame !== null && <Frame model={model} tokens={tokens} />}
        <Gaps model={model} tokens={tokens} hatch={hatch} />
        {model.rows.map((row) => (
          <g key={row.lane.id} data-lane={row.lane.label}>
            {row.boxes.map((box) => (
              <Box
                key={`${box.finding.id} ${box.finding.start}`}
                box={box}
                tokens={tokens}
                hatch={hatch}
                y={row.y}
                provisionalX={model.provisionalX}
              />
            ))}
            {row.numbers.map((number) => (
              <NumberMark key={number.id} at={number} y={row.y} tokens={tokens} />
            ))}
          </g>
        ))}
        <FlagMarks placed={model.flags} top={2} bottom={model.bottom} tokens={tokens} />
        <g fill={tokens.textMuted} data-layer="axis">
          {model.tickTexts.map(({ x, text }) => (
            <text key={x} x={x} y={model.bottom + 15}>
              {text}
            </text>
          ))}
        </g>
      </g>
      {model.left > 0 && <Labels model={model} tokens={tokens} overallLabel={overallLabel} />}
    </svg>
  )
}
