import { renderToStaticMarkup } from 'react-dom/server.edge'
import { FindingSpark } from '../figures/finding-spark.tsx'
import { PeriodBars } from '../figures/period-bars.tsx'
import { englishLabels } from '../labels/chart-labels.ts'
import { LanesDrawing } from '../lanes/lanes-drawing.tsx'
import { lanesModel, lanesThatFit } from '../lanes/lanes-model.ts'
import { Plot } from '../plot/plot.tsx'
import { plotModel } from '../plot/plot-model.ts'
import type { PlotProps } from '../plot/plot-props.ts'
import { LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import type { RenderBarsSvg, RenderChartSvg, RenderLanesSvg, RenderSparkSvg, StaticChartProps } from './contract.ts'
import { idPrefixOf } from './id-prefix.ts'
import { describePicture, headingHeight, StaticHeading } from './static-heading.tsx'

const LANES_TITLE = 26

function requireSize(width: number, height: number): void {
  if (!(width > 0) || !(height > 0)) throw new RangeError('A chart needs a positive width and height')
}

function renderPlot(
  props: PlotProps,
  size: Pick<StaticChartProps, 'width' | 'height' | 'idPrefix' | 'hasHeading'>,
): string {
  const { width, height, hasHeading = true } = size
  requireSize(width, height)
  const tokens = props.tokens ?? LIGHT_TOKENS
  const labels = props.labels ?? englishLabels
  const model = plotModel(props, width, height, hasHeading ? headingHeight(props, tokens, width) : 0)
  const drawn = [
    props.title,
    tokens.background,
    width,
    height,
    model.domain.from,
    model.domain.to,
    ...props.lines.map((line) => line.id),
  ]
  const idPrefix = size.idPrefix ?? idPrefixOf(drawn.join('\n'))
  const label = labels.chart(props.title, props.lines.length, props.highlights?.length ?? 0)
  const heading = (
    <>
      <title>{label}</title>
      <desc>{describePicture(props, labels)}</desc>
      {hasHeading && <StaticHeading model={model} />}
    </>
  )
  return renderToStaticMarkup(<Plot model={model} idPrefix={idPrefix} ariaLabel={label} isStatic heading={heading} />)
}

export const renderChartSvg: RenderChartSvg = ({ width, height, idPrefix, hasHeading, ...props }) =>
  renderPlot(props, { width, height, idPrefix, hasHeading })

export const renderLanesSvg: RenderLanesSvg = ({ width, height, idPrefix, ...props }) => {
  requireSize(width, height)
  const tokens = props.tokens ?? LIGHT_TOKENS
  const top = props.title === '' ? 0 : LANES_TITLE
  const lanes = props.lanes.slice(0, lanesThatFit(height - top, props.layout))
  const model = lanesModel({ ...props, lanes }, width)
  const prefix =
    idPrefix ?? idPrefixOf([props.title, tokens.background, width, height, ...lanes.map(({ id }) => id)].join('\n'))
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} role="img" aria-label={props.title}>
      <title>{props.title}</title>
      <rect width={width} height={height} fill={tokens.background} />
      {top > 0 && (
        <text x={10} y={18} fontSize={14} fontWeight={600} fill={tokens.text} fontFamily={tokens.fontFamily}>
          {props.title}
        </text>
      )}
      <g transform={`translate(${props.layout === undefined ? 8 : 0},${top})`}>
        <LanesDrawing model={model} tokens={tokens} overallLabel={props.overallLabel} idPrefix={prefix} />
      </g>
    </svg>,
  )
}

export const renderSparkSvg: RenderSparkSvg = (props) => {
  requireSize(props.width, props.height)
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={props.width} height={props.height} aria-hidden="true">
      <FindingSpark {...props} />
    </svg>,
  )
}

export const renderBarsSvg: RenderBarsSvg = (props) => {
  requireSize(props.width, props.height)
  return renderToStaticMarkup(<PeriodBars {...props} />)
}

export { chineseLabels, englishLabels } from '../labels/chart-labels.ts'
export { DARK_TOKENS, LIGHT_TOKENS, NEUTRAL_TOKENS } from '../tokens/chart-tokens.ts'
