import type { ReactElement } from 'react'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { placeAnnotations } from './place-annotations.ts'
import type { PlotModel } from './plot-model.ts'

/** Numbered marks above the bars; the selected one is filled. */
export function AnnotationLayer({ model }: { model: PlotModel }): ReactElement | null {
  const { annotations, selectedHighlightId } = model.props
  if (!annotations?.length) return null
  const tokens = model.props.tokens as ChartTokens
  return (
    <g data-layer="annotations" fontFamily={tokens.fontFamily} fontSize={9} fontWeight={600} pointerEvents="none">
      {placeAnnotations(annotations, model.bars, model.plotWidth).map(({ x, number, highlightId, others }) => {
        const isSelected = highlightId === selectedHighlightId
        return (
          <g key={highlightId} transform={`translate(${Math.round(x * 10) / 10},-10)`}>
            <circle
              r={7}
              fill={isSelected ? tokens.accent : tokens.background}
              stroke={isSelected ? tokens.accent : tokens.textMuted}
            />
            <text textAnchor="middle" y={3.2} fill={isSelected ? '#ffffff' : tokens.text}>
              {number}
            </text>
            {others > 0 && (
              <text x={9} y={3.2} fill={tokens.textMuted}>
                +{others}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}
