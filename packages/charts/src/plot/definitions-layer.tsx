import type { ReactElement } from 'react'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import type { PlotIds } from './plot-ids.ts'
import type { PlotModel } from './plot-model.ts'

interface HatchProps {
  id: string
  size: number
  stroke: string
  opacity: number
}

function Hatch({ id, size, stroke, opacity }: HatchProps): ReactElement {
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={size / 3} height={size} fill={stroke} fillOpacity={opacity} />
    </pattern>
  )
}

/** Clip region and hatches that the other layers refer to. */
export function DefinitionsLayer({ model, ids }: { model: PlotModel; ids: PlotIds }): ReactElement {
  const tokens = model.props.tokens as ChartTokens
  return (
    <defs>
      <clipPath id={ids.clip}>
        <rect x={0} y={0} width={model.plotWidth} height={model.plotHeight} />
      </clipPath>
      <Hatch id={ids.gapHatch} size={6} stroke={tokens.hatch} opacity={0.22} />
      <Hatch id={ids.missingHatch} size={4.5} stroke={tokens.hatch} opacity={1} />
    </defs>
  )
}
