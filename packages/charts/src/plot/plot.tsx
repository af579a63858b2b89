import { Line, type LineCustomSvgLayer, type LineCustomSvgLayerProps } from '@nivo/line'
import { memo, type ReactElement, type Ref, useMemo } from 'react'
import { lineVertices, type Vertex } from '../model/line-vertices.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { AnnotationLayer } from './annotation-layer.tsx'
import { DefinitionsLayer } from './definitions-layer.tsx'
import {
  AxesLayer,
  BandLayer,
  FlagLayer,
  GapLayer,
  GridLayer,
  PredictionLayer,
  SelectedColumnLayer,
} from './ground-layers.tsx'
import { BarsLayer, CountsLayer, RangeLayer } from './highlight-layer.tsx'
import { FlaggedLayer, LinesLayer } from './lines-layer.tsx'
import { type PlotIds, plotIds } from './plot-ids.ts'
import type { PlotModel } from './plot-model.ts'

type PlotSeries = { id: string; data: readonly Vertex[] }
type LayerProps = LineCustomSvgLayerProps<PlotSeries>

interface PlotComponentProps {
  model: PlotModel
  idPrefix: string
  svgRef?: Ref<SVGSVGElement> | undefined
  /** Accessible label; without one the plot is decoration beside a labelled control. */
  ariaLabel?: string | undefined
  /** Rendered to a string: no wrapping element. */
  isStatic?: boolean | undefined
  /** Drawn around the plot of a static chart: its heading and legend. */
  heading?: ReactElement | undefined
}

/** Painted in this order: prediction, bars, range, lines; the quiet ground lies around them. Nivo calls layers as functions, not as components. */
function plotLayers(
  model: PlotModel,
  ids: PlotIds,
  heading: ReactElement | undefined,
): LineCustomSvgLayer<PlotSeries>[] {
  const still = [
    <DefinitionsLayer key="definitions" model={model} ids={ids} />,
    <PredictionLayer key="prediction" model={model} />,
    <GapLayer key="gaps" model={model} ids={ids} />,
    <GridLayer key="grid" model={model} />,
    <SelectedColumnLayer key="selected" model={model} />,
    <BandLayer key="band" model={model} ids={ids} />,
    <BarsLayer key="bars" model={model} ids={ids} />,
    <RangeLayer key="range" model={model} />,
    <AxesLayer key="axes" model={model} />,
    <FlagLayer key="flags" model={model} />,
  ]
  const drawLines = ({ series, lineGenerator }: LayerProps) => {
    const positions = new Map(series.map((entry) => [entry.id, entry.data.map((datum) => datum.position)]))
    return <LinesLayer model={model} ids={ids} positions={positions} lineGenerator={lineGenerator} />
  }
  const top = [
    <FlaggedLayer key="flagged" model={model} />,
    <CountsLayer key="counts" model={model} />,
    <AnnotationLayer key="annotations" model={model} />,
    <g key="heading">{heading}</g>,
  ]
  return [() => still, drawLines, () => top] as LineCustomSvgLayer<PlotSeries>[]
}

/** The drawn chart, on Nivo's line: re-rendered only if its model changes, never by the cursor. */
export const Plot: React.NamedExoticComponent<PlotComponentProps> = memo(function Plot(
  props: PlotComponentProps,
): ReactElement {
  const { model, idPrefix, heading } = props
  const tokens = model.props.tokens as ChartTokens
  const data = useMemo(
    (): PlotSeries[] =>
      model.lines.map((drawn) => ({
        id: drawn.line.id,
        data: lineVertices(drawn),
      })),
    [model],
  )
  const layers = useMemo(() => plotLayers(model, plotIds(idPrefix), heading), [model, idPrefix, heading])
  const xScale = useMemo(
    () => ({ type: 'linear' as const, min: model.domain.from, max: model.domain.to, nice: false }),
    [model],
  )
  const yScale = useMemo(() => ({ type: 'linear' as const, ...model.values, nice: false }), [model])
  const theme = useMemo(() => ({ background: tokens.background, text: { fontFamily: tokens.fontFamily } }), [tokens])
  return (
    <Line<PlotSeries>
      data={data}
      width={model.width}
      height={model.height}
      margin={model.margin}
      xScale={xScale}
      yScale={yScale}
      theme={theme}
      layers={layers}
      animate={false}
      isInteractive={false}
      enablePoints={false}
      renderWrapper={!props.isStatic}
      role={props.ariaLabel ? 'img' : 'presentation'}
      {...(props.ariaLabel ? { ariaLabel: props.ariaLabel } : {})}
      {...(props.svgRef ? { ref: props.svgRef } : {})}
    />
  )
})
